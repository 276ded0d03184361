import { expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';

test('should start without any setting', () => {
  expect(readConfiguration({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    databaseUrl: undefined,
  });
});

test('should take settings with and without the prefix', () => {
  expect(readConfiguration({ LOUPE_PORT: '9000', HOST: '::' })).toMatchObject({
    port: 9000,
    host: '::',
    publicUrl: 'http://localhost:9000',
  });
});

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ PUBLIC_URL: 'loupe.example.org' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://a.org/path' }, 'PUBLIC_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
  [{ FRAME_ANCESTORS: 'https://a.org, b' }, 'FRAME_ANCESTORS'],
])('should stop on the malformed %o by its name', (environment, name) => {
  expect(() => readConfiguration(environment)).toThrow(name);
});

test.each([
  [undefined, false],
  ['false', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('should trust the proxies that are counted or named: %s', (value, proxies) => {
  expect(readConfiguration({ TRUST_PROXY: value }).trustProxy).toEqual(proxies);
});

test.each(['true', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.local', '-1'])(
  'should refuse %s as a trusted proxy and say what to write',
  value => {
    expect(() => readConfiguration({ TRUST_PROXY: value })).toThrow(/how many proxies are in front of the server/);
  },
);

test('should never print the password of a malformed database address', () => {
  expect(() => readConfiguration({ DATABASE_URL: 'mysql://me:hunter2@host/db' })).toThrow(
    expect.not.stringContaining('hunter2') as unknown as string,
  );
});

test.each([
  ['LOUPE_COLOUR', 'LOUPE_COLOUR'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['PUBLIC_UR', 'PUBLIC_URL'],
])('should stop on the unknown %s', (name, message) => {
  expect(() => readConfiguration({ [name]: 'x' })).toThrow(message);
});

test('should keep files in a bucket when one is named', () => {
  expect(readConfiguration({}).s3).toBeUndefined();
  expect(readConfiguration({ S3_BUCKET: 'files' }).s3).toEqual({
    bucket: 'files',
    endpoint: undefined,
    region: 'us-east-1',
    prefix: '',
    credentials: undefined,
    forcePathStyle: false,
  });
  expect(
    readConfiguration({
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://store:9000',
      S3_PREFIX: 'a/',
      S3_ACCESS_KEY_ID: 'k',
      LOUPE_S3_SECRET_ACCESS_KEY: 's',
    }).s3,
  ).toEqual({
    bucket: 'files',
    endpoint: 'http://store:9000',
    region: 'us-east-1',
    prefix: 'a/',
    credentials: { accessKeyId: 'k', secretAccessKey: 's' },
    forcePathStyle: true,
  });
});

test.each([
  [{ S3_ENDPOINT: 'http://store:9000' }, 'S3_BUCKET'],
  [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'k' }, 'S3_SECRET_ACCESS_KEY'],
  [{ S3_BUCKET: 'files', S3_ENDPOINT: 'store' }, 'S3_ENDPOINT'],
])('should stop on the half setting %o', (environment, name) => {
  expect(() => readConfiguration(environment)).toThrow(name);
});

test('should take payments with all settings of Stripe or none', () => {
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_12345678',
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
    STRIPE_PRICES: 'pro=price_1, starter=price_2',
  };
  expect(readConfiguration(settings).stripe).toEqual({
    key: 'sk_test_12345678',
    webhookSecret: 'whsec_12345678',
    prices: new Map([
      [1, 'price_1'],
      [2, 'price_2'],
    ]),
    endpoint: 'https://api.stripe.com',
  });
  for (const name of Object.keys(settings))
    expect(() => readConfiguration({ ...settings, [name]: undefined }), name).toThrow('go together');
  for (const [name, value] of [
    ['STRIPE_SECRET_KEY', 'pk_test_hunter2hunter2'],
    ['STRIPE_WEBHOOK_SECRET', 'hunter2hunter2'],
    ['STRIPE_PRICES', 'free=price_1'],
    ['STRIPE_PRICES', 'pro=price_1,starter=price_1'],
    ['STRIPE_ENDPOINT', 'api.stripe.com'],
  ] as const) {
    const read = (): unknown => readConfiguration({ ...settings, [name]: value });
    expect(read, name).toThrow(name);
    expect(read, name).not.toThrow('hunter2');
  }
});

test('should read the gateway for text messages', () => {
  const read = (more: object): unknown => readConfiguration(more as NodeJS.ProcessEnv).sms;
  expect(read({})).toBeUndefined();
  expect(read({ SMS_GATEWAY_URL: 'https://sms.test/send', SMS_GATEWAY_TOKEN: 'x' })).toEqual({
    url: 'https://sms.test/send',
    token: 'x',
  });
  expect(() => read({ SMS_GATEWAY_URL: 'sms.test' })).toThrow('SMS_GATEWAY_URL');
  expect(() => read({ SMS_GATEWAY_TOKEN: 'hunter2' })).toThrow(/^(?!.*hunter2).*SMS_GATEWAY_URL/);
});

test('should read lists of what is allowed', () => {
  expect(
    readConfiguration({
      EGRESS_ALLOW: 'nas.local, 10.0.0.0/8',
      INTEGRATION_FOLDERS: '/data/in,/mnt/nas',
      PROVIDER_DOMAIN: 'Loupe.org',
      SIGN_UP: 'true',
    }),
  ).toMatchObject({
    providerDomain: 'loupe.org',
    signUp: true,
    egressAllow: ['nas.local', '10.0.0.0/8'],
    integrationFolders: ['/data/in', '/mnt/nas'],
  });
});

test('should leave variables of other programs alone', () => {
  expect(() => readConfiguration({ DATABASE_HOST: 'x', PATH: '/bin', PORTAL: 'y' })).not.toThrow();
});
