import { describe, expect, it } from 'vitest';
import { accessPolicy, azureCorsCommand, corsRules, googleCorsRules } from './bucket-access.ts';

interface Statement {
  readonly Sid: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: unknown;
}
const statements = (policy: string): readonly Statement[] =>
  (JSON.parse(policy) as { Statement: readonly Statement[] }).Statement;

describe('the policy of an access key', () => {
  it('should let list, read and write the part of the bucket, and neither delete nor change anything', () => {
    const found = statements(accessPolicy({ bucket: 'photos', prefix: 'street/', region: 'eu-central-1' }));
    expect(found.flatMap(each => each.Action)).toEqual([
      's3:ListBucket',
      's3:GetObject',
      's3:PutObject',
      's3:AbortMultipartUpload',
    ]);
    expect(found.map(each => each.Resource)).toEqual([
      ['arn:aws:s3:::photos'],
      ['arn:aws:s3:::photos/street/*'],
      ['arn:aws:s3:::photos/street/*'],
    ]);
    expect(found[0]!.Condition).toEqual({ StringLike: { 's3:prefix': ['street/*'] } });
  });

  it('should be of the whole bucket without a prefix, and name regions apart by their own partition', () => {
    const [list, read] = statements(accessPolicy({ bucket: 'photos', prefix: '', region: 'cn-north-1' }));
    expect(list).not.toHaveProperty('Condition');
    expect(read!.Resource).toEqual(['arn:aws-cn:s3:::photos/*']);
    expect(accessPolicy({ bucket: 'photos', prefix: '', region: 'us-gov-west-1' })).toContain(
      'arn:aws-us-gov:s3:::photos',
    );
  });

  it('should be short to read, with a list on one line, also where a prefix has brackets', () => {
    expect(accessPolicy({ bucket: 'photos', prefix: '', region: '' })).toContain(
      '"Action": ["s3:PutObject", "s3:AbortMultipartUpload"],',
    );
    expect(statements(accessPolicy({ bucket: 'b', prefix: 'a [1]/{x}', region: '' }))[1]!.Resource).toEqual([
      'arn:aws:s3:::b/a [1]/{x}*',
    ]);
  });

  it('should take signs of a prefix for themselves', () => {
    expect(statements(accessPolicy({ bucket: 'b', prefix: 'a*b?c$/', region: '' }))[1]!.Resource).toEqual([
      'arn:aws:s3:::b/a${*}b${?}c${$}/*',
    ]);
  });
});

it('should let pages of the one origin read files, also in part', () => {
  expect(JSON.parse(corsRules('https://loupe.example.org'))).toMatchObject([
    {
      AllowedOrigins: ['https://loupe.example.org'],
      AllowedMethods: ['GET', 'HEAD'],
      ExposeHeaders: expect.arrayContaining(['Content-Range']) as unknown,
    },
  ]);
});

it('should have the rules of Google and Azure in the form that their own tools take', () => {
  expect(JSON.parse(googleCorsRules('https://loupe.example.org'))).toMatchObject([
    { origin: ['https://loupe.example.org'], method: ['GET', 'HEAD'], maxAgeSeconds: 3600 },
  ]);
  expect(azureCorsCommand('photosnorth', 'https://loupe.example.org').replaceAll(/\s*\\\n\s*/g, ' ')).toBe(
    "az storage cors add --services b --account-name photosnorth --origins https://loupe.example.org --methods GET HEAD --allowed-headers '*' --exposed-headers 'Accept-Ranges,Content-Length,Content-Range,ETag' --max-age 3600",
  );
});
