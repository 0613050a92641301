import sharp from '/work/main/node_modules/sharp/lib/index.js'
