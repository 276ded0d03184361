import { describe, expect, it } from 'vitest';
import { paged, z } from '../common/index.ts';
import { wholeSeconds } from './whole-seconds.ts';

const entity = z.object({ name: z.string(), createdAt: z.string(), deleted_at: z.string().nullable().optional() });
const precise = '2026-03-02T08:00:59.987Z';

describe('wholeSeconds', () => {
  it('should cut declared times of lists and optional fields to seconds', () => {
    const round = wholeSeconds('main', paged(entity));
    expect(
      round({
        data: [
          { name: precise, createdAt: precise, deleted_at: precise },
          { name: 'b', createdAt: precise, deleted_at: null },
        ],
        count: 2,
      }),
    ).toEqual({
      data: [
        { name: precise, createdAt: '2026-03-02T08:00:59.000Z', deleted_at: '2026-03-02T08:00:59.000Z' },
        { name: 'b', createdAt: '2026-03-02T08:00:59.000Z', deleted_at: null },
      ],
      count: 2,
    });
  });

  it('should reach times in unions, records and nested shapes', () => {
    const round = wholeSeconds(
      'explore',
      z.object({ either: z.union([z.string(), entity]), byId: z.record(z.string(), entity) }),
    );
    const given = { name: 'a', createdAt: precise };
    expect(round({ either: given, byId: { 1: given } })).toEqual({
      either: { name: 'a', createdAt: '2026-03-02T08:00:59.000Z' },
      byId: { 1: { name: 'a', createdAt: '2026-03-02T08:00:59.000Z' } },
    });
  });

  it('should keep the times of documents that the reply declares as loose objects', () => {
    const answer = { updatedAt: precise, document: { instances: [{ createdAt: precise }] } };
    expect(wholeSeconds('main', z.object({ updatedAt: z.string(), document: z.looseObject({}) }))(answer)).toEqual({
      updatedAt: '2026-03-02T08:00:59.000Z',
      document: answer.document,
    });
  });

  it('should never change the answer in place, and give back what has no times', () => {
    const answer = { name: 'a', createdAt: precise };
    wholeSeconds('items', entity)(answer);
    expect(answer.createdAt).toBe(precise);
    const plain = { ok: true };
    expect(wholeSeconds('items', z.object({ ok: z.boolean() }))(plain)).toBe(plain);
  });

  it('should leave the answers of the other services alone', () => {
    expect(wholeSeconds('assets', entity)({ name: 'a', createdAt: precise })).toEqual({
      name: 'a',
      createdAt: precise,
    });
  });
});
