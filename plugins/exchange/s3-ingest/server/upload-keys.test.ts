import { expect, it } from 'vitest';
import { makeKeys, SecretBox } from '#core/data/server/index.ts';
import { UploadKeyring } from './upload-keys.ts';

it('should open its own tokens and refuse any other mark, also one of other letters', () => {
  const keyring = new UploadKeyring(new SecretBox(makeKeys()));
  const keys = keyring.issue({ teamId: 1, projectId: 2, folderId: 3, maxBytes: 4, creator: 'ana@x.org' }, 0);
  expect(keyring.open(keys.sessionToken, keys.accessKeyId, 1).grant).toMatchObject({ teamId: 1, projectId: 2 });
  const [text] = keys.sessionToken.split('.');
  for (const mark of ['', 'x', 'x'.repeat(43), 'é'.repeat(43)])
    expect(() => keyring.open(`${text}.${mark}`, keys.accessKeyId, 1)).toThrow('not one of this server');
});
