import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/base/common/index.ts';
import type { BlobKey } from './blobs/blob-urls.ts';

const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes as base64url');
const symmetric = z.strictObject({ id: z.string().min(1), secret });

const document = z.strictObject({
  version: z.literal(1),
  /** Signs addresses of blobs. The first signs, all verify; at most two live at a time. */
  blobs: z.array(symmetric).min(1).max(2),
  /** Signs tickets and derives cookie secrets. */
  session: secret,
  /** Signs access tokens: an Ed25519 pair as JSON Web Keys. */
  tokens: z.strictObject({
    id: z.string().min(1),
    publicKey: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: secret }),
    privateKey: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: secret, d: secret }),
  }),
  /** Encrypts stored secrets. The first encrypts, all decrypt. */
  encryption: z.array(symmetric).min(1),
});

/** The installation's keys. Secrets are 32 random bytes as base64url. Whoever has them can do everything. */
export type Keys = Readonly<z.output<typeof document>>;

/** Name of the file in the data folder. */
export const KEYS_FILE = 'keys.json';

/** New keys, kept nowhere. */
export function makeKeys(): Keys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const open = publicKey.export({ format: 'jwk' });
  const closed = privateKey.export({ format: 'jwk' });
  return document.parse({
    version: 1,
    blobs: [makeKey()],
    session: makeSecret(),
    tokens: {
      id: makeId(),
      publicKey: { kty: open.kty, crv: open.crv, x: open.x },
      privateKey: { kty: closed.kty, crv: closed.crv, x: closed.x, d: closed.d },
    },
    encryption: [makeKey()],
  });
}

/**
 * Reads `keys.json` in the data folder, making it (mode 0600) at the first start.
 * @throws Fault KEYS_UNSAFE when others may read it, KEYS_MALFORMED when it is damaged, each naming the file.
 */
export async function loadKeys(folder: string): Promise<Keys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, KEYS_FILE);
  const found = await readKeys(file);
  if (found !== undefined) return found;
  const keys = makeKeys();
  if (await writeNew(file, keys)) return keys;
  // Another process was quicker, on a shared folder: both must use the same keys.
  return (await readKeys(file))!;
}

/** The keys in `file`, or undefined when there is no such file. @throws Fault KEYS_UNSAFE or KEYS_MALFORMED */
export async function readKeys(file: string): Promise<Keys | undefined> {
  const text = await readPrivate(file);
  return text === undefined ? undefined : parseKeys(text, file);
}

/** Reads keys from the text of `file`, which is named in errors. @throws Fault KEYS_MALFORMED */
export function parseKeys(text: string, file: string): Keys {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(file, 'it is not JSON', error);
  }
  const parsed = document.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  // The message of an issue names the field and never repeats its value, which is a secret.
  throw malformed(file, `${issue.path.join('.') || 'the whole'}: ${issue.message}`);
}

/** Writes keys to a file that must not exist yet; false when it does. */
export async function writeNew(file: string, keys: Keys): Promise<boolean> {
  const draft = await writeDraft(file, keys);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Puts a new key for addresses of blobs in front and keeps the one before, so that old addresses live until the next
 * change.
 */
export async function rotateBlobKey(folder: string): Promise<Keys> {
  const file = join(folder, KEYS_FILE);
  const keys = await loadKeys(folder);
  const next: Keys = { ...keys, blobs: [makeKey(), keys.blobs[0]!] };
  await rename(await writeDraft(file, next), file);
  return next;
}

async function readPrivate(file: string): Promise<string | undefined> {
  let handle;
  try {
    handle = await open(file, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { mode } = await handle.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Fault(
        'KEYS_UNSAFE',
        `${file} holds the keys of this installation, and other users may read it (mode ${(mode & 0o777).toString(8)}). Run: chmod 600 ${file}`,
      );
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

async function writeDraft(file: string, keys: Keys): Promise<string> {
  const draft = join(dirname(file), `.keys.${randomUUID()}`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(keys, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

function malformed(file: string, reason: string, cause?: unknown): Fault {
  return new Fault(
    'KEYS_MALFORMED',
    `${file} is damaged: ${reason}. Put back the file of a backup; new keys would make stored secrets unreadable.`,
    { cause },
  );
}

const makeSecret = (): string => randomBytes(32).toString('base64url');
const makeId = (): string => randomBytes(6).toString('base64url');
const makeKey = (): BlobKey => ({ id: makeId(), secret: makeSecret() });
