/*
 * Lets osmo-msc open its SGs port on kernels without SCTP: a library to preload that makes TCP of it. SCTP keeps the ends of
 * messages and TCP does not, so each travels behind its length in two octets. sgs.ts speaks the same. For tests only.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <linux/sctp.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define MOST 1024
#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static char stands_in[MOST];

static int is_ours(int fd) { return fd >= 0 && fd < MOST && stands_in[fd]; }

static int note(int fd, int yes)
{
	if (fd >= 0 && fd < MOST)
		stands_in[fd] = yes;
	return fd;
}

int socket(int domain, int type, int protocol)
{
	if (protocol != IPPROTO_SCTP)
		return note(ORIGINAL(socket)(domain, type, protocol), 0);
	return note(ORIGINAL(socket)(domain, SOCK_STREAM | (type & (SOCK_NONBLOCK | SOCK_CLOEXEC)), IPPROTO_TCP), 1);
}

int accept(int fd, struct sockaddr *from, socklen_t *length)
{
	return note(ORIGINAL(accept)(fd, from, length), is_ours(fd));
}

/* Binding to several addresses is an option of the socket in SCTP; the others have no meaning here. */
int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
	if (level != IPPROTO_SCTP)
		return ORIGINAL(setsockopt)(fd, level, name, value, length);
	if (name != SCTP_SOCKOPT_BINDX_ADD)
		return 0;
	return bind(fd, value, ((const struct sockaddr *)value)->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
										       : sizeof(struct sockaddr_in));
}

int getsockopt(int fd, int level, int name, void *value, socklen_t *length)
{
	if (level != IPPROTO_SCTP)
		return ORIGINAL(getsockopt)(fd, level, name, value, length);
	memset(value, 0, *length);
	return 0;
}

/* All of so many octets; 0 at the end of the connection, -1 when they do not come within a second. */
static ssize_t read_all(int fd, char *to, size_t wanted)
{
	for (size_t have = 0; have < wanted;) {
		ssize_t came = recv(fd, to + have, wanted - have, MSG_DONTWAIT);
		struct pollfd more = {.fd = fd, .events = POLLIN};

		if (came == 0)
			return 0;
		if (came > 0)
			have += came;
		else if (errno != EAGAIN || poll(&more, 1, 1000) != 1)
			return -1;
	}
	return wanted;
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	uint16_t length;
	ssize_t came;

	if (!is_ours(fd))
		return ORIGINAL(recvmsg)(fd, message, flags);
	message->msg_controllen = 0;
	message->msg_flags = MSG_EOR;
	came = read_all(fd, (char *)&length, sizeof(length));
	if (came <= 0)
		return came;
	if (ntohs(length) > message->msg_iov[0].iov_len) {
		errno = EMSGSIZE;
		return -1;
	}
	return read_all(fd, message->msg_iov[0].iov_base, ntohs(length));
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	uint16_t length;
	struct iovec both[2];
	struct msghdr framed = {.msg_iov = both, .msg_iovlen = 2};
	ssize_t sent;

	if (!is_ours(fd))
		return ORIGINAL(sendmsg)(fd, message, flags);
	length = htons(message->msg_iov[0].iov_len);
	both[0] = (struct iovec){&length, sizeof(length)};
	both[1] = message->msg_iov[0];
	sent = ORIGINAL(sendmsg)(fd, &framed, flags);
	return sent < 0 ? sent : sent - (ssize_t)sizeof(length);
}
