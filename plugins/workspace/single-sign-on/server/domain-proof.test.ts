import { expect, it } from 'vitest';
import type { EgressResponse } from '#core/egress/server/index.ts';
import type { TextRecords } from './domain-proof.ts';
import { DomainProof } from './domain-proof.ts';

const proofOf = (records: TextRecords, file?: { ok: boolean; text: string }): DomainProof =>
  new DomainProof(records, {
    fetch: async () => ({ ok: file!.ok, status: file!.ok ? 200 : 404, text: async () => file!.text }) as EgressResponse,
  });
const failing =
  (code: string): TextRecords =>
  () =>
    Promise.reject(Object.assign(new Error('failed'), { code }));

it('should find the text in one of several records, also in parts', async () => {
  const asked: string[] = [];
  const records: TextRecords = async name => (asked.push(name), [['v=spf1'], ['loupe-domain=', 'secret']]);
  await expect(proofOf(records).demand('example.com', 'secret', 'dns')).resolves.toBeUndefined();
  expect(asked).toEqual(['_loupe-challenge.example.com']);
});

it.each([
  ['no record', failing('ENOTFOUND'), /no TXT record at _loupe-challenge\.example\.com yet/],
  ['no answer', failing('ETIMEOUT'), /can't be read \(ETIMEOUT\)/],
  ['another text', async () => [['loupe-domain=other']], /says something else/],
] as const)('should say what was found: %s', async (_, records, text) => {
  await expect(proofOf(records as TextRecords).demand('example.com', 'secret', 'dns')).rejects.toThrow(text);
});

it('should want the text as the entire file', async () => {
  const none: TextRecords = async () => [];
  const demand = (file: { ok: boolean; text: string }): Promise<void> =>
    proofOf(none, file).demand('example.com', 'secret', 'file');
  await expect(demand({ ok: true, text: 'loupe-domain=secret\n' })).resolves.toBeUndefined();
  await expect(demand({ ok: true, text: '<p>loupe-domain=secret</p>' })).rejects.toThrow(/says something else/);
  await expect(demand({ ok: false, text: '' })).rejects.toThrow(/answers 404/);
});
