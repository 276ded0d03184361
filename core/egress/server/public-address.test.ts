import { describe, expect, it } from 'vitest';
import { EgressAllowance } from './egress-allowance.ts';
import { isPublicAddress } from './public-address.ts';

/** IANA's special-purpose registries of IPv4 and IPv6, one address of each block and its edges. */
const SPECIAL = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:1::1',
  '2001:2::1',
  '2001:3::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
];

describe('an address', () => {
  it.each(SPECIAL)('%s should not be public', address => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '172.15.255.255',
    '100.128.0.1',
    '192.167.1.1',
    '::ffff:8.8.8.8',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('%s should be public', address => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'host', '1.2.3', '999.1.1.1'])('%j should be none', address => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("the operator's exceptions", () => {
  it('should take addresses of a network and no others', () => {
    const allowance = new EgressAllowance(['10.1.0.0/16', 'fd00:1::/32', '192.168.5.5']);
    expect(
      ['10.1.0.1', '10.1.255.255', '::ffff:10.1.2.3', 'fd00:1::9', '192.168.5.5', '8.8.8.8'].every(each =>
        allowance.takesAddress(each),
      ),
    ).toBe(true);
    expect(['10.2.0.1', '192.168.5.6', 'fd00:2::1', '127.0.0.1'].some(each => allowance.takesAddress(each))).toBe(
      false,
    );
  });

  it('should know a host in any case, with the dot of a full name', () => {
    const allowance = new EgressAllowance(['MinIO.internal']);
    expect([
      allowance.namesHost('minio.internal'),
      allowance.namesHost('MINIO.INTERNAL.'),
      allowance.namesHost('other.minio.internal'),
    ]).toEqual([true, true, false]);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', 'host/8', 'http://host', 'a b', '127.1'])(
    'should refuse %j by name',
    entry => {
      expect(() => new EgressAllowance([entry])).toThrow(`EGRESS_ALLOW="${entry}"`);
    },
  );
});
