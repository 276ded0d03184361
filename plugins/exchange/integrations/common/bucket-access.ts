/** Wildcards in the resources of a policy, escaped. */
const literally = (text: string): string => text.replaceAll(/[*?$]/g, sign => `\${${sign}}`);

/** Regions of their own, apart from the public ones, have another first part in their names of resources. */
const partitionOf = (region: string): string =>
  region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';

/** JSON for people: without objects it is on one line. */
const shown = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/\[[^[\]{}]*\]/g, list =>
    list
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace('[ ', '[')
      .replace(' ]', ']'),
  );

/** The part of a bucket that an integration uses. */
export interface BucketPart {
  readonly bucket: string;
  /** Prefix of the names of objects; empty: the whole bucket. */
  readonly prefix: string;
  readonly region: string;
}

/**
 * The policy of the access key, as JSON: list and read objects of the part, and write exports to it. It may neither
 * change nor delete.
 */
export function accessPolicy({ bucket, prefix, region }: BucketPart): string {
  const arn = `arn:${partitionOf(region)}:s3:::${bucket}`;
  return shown({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'ListFiles',
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: [arn],
        ...(prefix === '' ? {} : { Condition: { StringLike: { 's3:prefix': [`${literally(prefix)}*`] } } }),
      },
      { Sid: 'ReadFiles', Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`${arn}/${literally(prefix)}*`] },
      {
        Sid: 'WriteExports',
        Effect: 'Allow',
        Action: ['s3:PutObject', 's3:AbortMultipartUpload'],
        Resource: [`${arn}/${literally(prefix)}*`],
      },
    ],
  });
}

/** The CORS rules of the bucket, as JSON: pages of one origin read files in whole or in part. */
export const corsRules = (origin: string): string =>
  shown([
    {
      AllowedOrigins: [origin],
      AllowedMethods: ['GET', 'HEAD'],
      AllowedHeaders: ['*'],
      ExposeHeaders: ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag'],
      MaxAgeSeconds: 3600,
    },
  ]);

/** The CORS rules of a bucket at Google, as the JSON file that `gcloud` reads. */
export const googleCorsRules = (origin: string): string =>
  shown([
    {
      origin: [origin],
      method: ['GET', 'HEAD'],
      responseHeader: ['Accept-Ranges', 'Content-Length', 'Content-Range', 'Content-Type', 'ETag', 'Range'],
      maxAgeSeconds: 3600,
    },
  ]);

/** The command that sets the CORS rules of a storage account at Azure. */
export const azureCorsCommand = (account: string, origin: string): string =>
  [
    `az storage cors add --services b --account-name ${account}`,
    `--origins ${origin} --methods GET HEAD --allowed-headers '*'`,
    "--exposed-headers 'Accept-Ranges,Content-Length,Content-Range,ETag'",
    '--max-age 3600',
  ].join(' \\\n  ');
