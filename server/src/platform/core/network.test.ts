import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('SEC-10 SEC-36 an address counts as one however it is written, and an IPv6 network as one', () => {
  const same = (addresses: string[]) => new Set(addresses.map(networkOf));
  expect(
    same([
      '7.7.7.7',
      '7.7.7.7:1234',
      '::ffff:7.7.7.7',
      '::FFFF:7.7.7.7',
      '::ffff:0707:0707',
      '[::ffff:7.7.7.7]:443',
      ' 7.7.7.7 ',
    ]),
  ).toEqual(new Set(['7.7.7.7']));
  expect(
    same([
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff::',
      '2001:0db8:0001:0002:0:0:0:9',
      '[2001:db8:1:2::1]:8080',
      '2001:db8:1:2::1%eth0',
    ]),
  ).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(same(['2001:db8:1:2::1', '2001:db8:1:3::1', '7.7.7.8', '::1', '::7.7.7.7', 'unknown']).size).toBe(5);
});
