import { expect, test } from 'vitest'
import { BlockedAddress, createAddressResolver } from './public-addresses.ts'

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://localhost/',
])('nothing goes to %s', async (url) => {
  await expect(createAddressResolver()(new URL(url))).rejects.toThrow(BlockedAddress)
})

test('public addresses are permitted over https only', async () => {
  expect(await createAddressResolver()(new URL('https://8.8.8.8/'))).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(await createAddressResolver()(new URL('https://[2606:4700::1111]/'))).toEqual([
    { address: '2606:4700::1111', family: 6 },
  ])
  await expect(createAddressResolver()(new URL('http://8.8.8.8/'))).rejects.toThrow(BlockedAddress)
})

test('configured networks are permitted, and no other private ones', async () => {
  const find = createAddressResolver(['10.20.0.0/16', '127.0.0.1'])
  expect(await find(new URL('http://10.20.30.40/'))).toHaveLength(1)
  expect(await find(new URL('http://localhost/'))).toEqual([{ address: '127.0.0.1', family: 4 }])
  await expect(find(new URL('http://10.21.0.1/'))).rejects.toThrow(BlockedAddress)
})
