import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const plugins = ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'editor-pixel'];
const [width, height] = [40, 30];

interface Refusal {
  readonly code?: string;
  readonly error?: string;
  readonly details?: { readonly issues?: readonly { readonly path: string; readonly message: string }[] };
}

interface Opened {
  readonly revision: number;
  readonly mask: { readonly hash: string; readonly url: string } | null;
  readonly document: {
    readonly mask?: string;
    readonly instances: readonly {
      readonly id: string;
      readonly classId: number;
      readonly type?: string;
      readonly parts: readonly { readonly color: string }[];
    }[];
  };
}

/** A mask of upright bars, one for each colour from the left on, each four pixels wide. */
function bars(
  colors: readonly number[],
  { size = [width, height], alpha = 255 }: { readonly size?: readonly [number, number]; readonly alpha?: number } = {},
): Promise<Buffer> {
  const [columns, rows] = size;
  const data = Buffer.alloc(columns * rows * 4);
  colors.forEach((color, at) => {
    for (let y = 2; y < 8; y += 1)
      for (let x = at * 4; x < at * 4 + 4; x += 1)
        data.writeUInt32BE(((color << 8) | alpha) >>> 0, (y * columns + x) * 4);
  });
  return sharp(data, { raw: { width: columns, height: rows, channels: 4 } })
    .png()
    .toBuffer();
}

const text = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;
const instance = (id: string, ...colors: (number | string)[]): object => ({
  id,
  classId: -1,
  attributes: [],
  probability: 100,
  parts: colors.map(color => ({ color: typeof color === 'string' ? color : text(color) })),
});
const holding = (mask: string | undefined, ...instances: readonly object[]): object => ({
  metadata: { name: 'a.png' },
  instances,
  tags: [],
  comments: [],
  ...(mask === undefined ? {} : { mask }),
});

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let projectId: number;
  let names = 0;

  const place = (item: number, rest = ''): string => `/api/v1/project/${projectId}/item/${item}${rest}`;
  const upload = async (): Promise<number> => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    return (
      await owner.request<{ item: { id: number } }>(
        'PUT',
        `/api/v1/project/${projectId}/upload?name=${(names += 1)}.png`,
        { bytes },
      )
    ).body.item.id;
  };
  const send = (item: number, bytes: Buffer, person = owner): Promise<Answer<{ mask: string } & Refusal>> =>
    person.request('PUT', place(item, '/annotation/mask'), { bytes });
  const mask = async (item: number, ...colors: number[]): Promise<string> =>
    (await send(item, await bars(colors))).body.mask;
  const save = (
    item: number,
    base: number,
    data: object,
    op = newId(),
  ): Promise<Answer<{ revision: number; replayed?: boolean } & Refusal>> =>
    owner.request('PUT', place(item, '/annotation'), { body: { op, base, data } });
  const open = async (item: number): Promise<Opened> =>
    (await owner.request<Opened>('GET', place(item, '/editor'))).body;
  const stored = async (
    item: number,
    revision?: number,
  ): Promise<{ readonly status: number; readonly colors: readonly string[] }> => {
    const { status, raw } = await owner.request(
      'GET',
      place(item, `/annotation/mask${revision === undefined ? '' : `?revision=${revision}`}`),
    );
    if (status !== 200) return { status, colors: [] };
    const { data } = await sharp(raw).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const colors = new Set<string>();
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] !== 0) colors.add(`#${data.subarray(at, at + 3).toString('hex')}`);
    return { status, colors: [...colors] };
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    owner = team.owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Fields', type: 2 } })).body
      .id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('a mask', () => {
    it('should be kept with the document that names it, and be there when the item is opened', async () => {
      const item = await upload();
      expect((await open(item)).mask).toBeNull();
      const png = await bars([15, 30]);
      const {
        body: { mask: name },
      } = await send(item, png);
      expect((await save(item, 0, holding(name, instance('a', 15), instance('b', 30)))).body).toMatchObject({
        revision: 1,
      });
      const opened = await open(item);
      expect(opened).toMatchObject({
        revision: 1,
        mask: { hash: name },
        document: { mask: name, instances: [{ id: 'a', parts: [{ color: '#00000f' }] }, { id: 'b' }] },
      });
      expect(opened.document.instances[0]!.type ?? '').toBe('');
      const { raw, headers } = await app.request('GET', opened.mask!.url);
      expect(headers['content-type']).toBe('image/png');
      expect(raw.equals(png)).toBe(true);
    });

    it('should stay with each version: a save never has the mask of another, and a restored version has its own again', async () => {
      const item = await upload();
      await save(item, 0, holding(await mask(item, 15), instance('a', 15)));
      await save(item, 1, holding(await mask(item, 15, 45), instance('a', 15), instance('b', 45)));
      expect((await stored(item)).colors).toEqual(['#00000f', '#00002d']);
      expect((await stored(item, 1)).colors).toEqual(['#00000f']);
      expect(
        (await owner.request('POST', place(item, '/annotation/versions/1/restore'), { body: { op: newId(), base: 2 } }))
          .status,
      ).toBe(200);
      expect((await stored(item)).colors).toEqual(['#00000f']);
      expect((await stored(item, 2)).colors).toEqual(['#00000f', '#00002d']);
      expect((await open(item)).document.instances.map(each => each.id)).toEqual(['a']);
    });

    it('should not change when a save is refused because somebody was faster, and the same save sent again does nothing', async () => {
      const item = await upload();
      const [first, second] = [await mask(item, 15), await mask(item, 30)];
      const op = newId();
      await save(item, 0, holding(first, instance('a', 15)), op);
      expect((await save(item, 0, holding(second, instance('b', 30)))).status).toBe(409);
      expect((await save(item, 0, holding(first, instance('a', 15)), op)).body).toMatchObject({
        revision: 1,
        replayed: true,
      });
      expect(await open(item)).toMatchObject({ revision: 1, mask: { hash: first } });
      expect((await stored(item)).colors).toEqual(['#00000f']);
    });

    it('should be taken in any picture mode of the format, in the form of the format', async () => {
      const item = await upload();
      const plain = await bars([15, 30]);
      const forms = [
        await sharp(plain).png({ palette: true }).toBuffer(),
        await sharp(plain).flatten({ background: '#000' }).png().toBuffer(),
      ];
      for (const [revision, form] of forms.entries()) {
        expect(
          (
            await save(
              item,
              revision,
              holding((await send(item, form)).body.mask, instance('a', 15), instance('b', 30)),
            )
          ).status,
        ).toBe(200);
        const { raw } = await owner.request('GET', place(item, '/annotation/mask'));
        expect(await sharp(raw).metadata()).toMatchObject({ channels: 4, depth: 'uchar', width, height });
        expect((await sharp(raw).raw().toBuffer()).equals(await sharp(plain).raw().toBuffer())).toBe(true);
      }
    });

    it('should be seen and named only by the team that sent it', async () => {
      const item = await upload();
      const name = await mask(item, 60);
      await save(item, 0, holding(name, instance('a', 60)));
      const other = await app.team(`South ${kind}`);
      expect((await send(item, await bars([15]), other.owner)).status).toBe(404);
      expect((await other.owner.request('GET', place(item, '/annotation/mask'))).status).toBe(404);
      const theirs = (
        await other.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Theirs', type: 2 } })
      ).body.id;
      const bytes = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
        .png()
        .toBuffer();
      const their = (
        await other.owner.request<{ item: { id: number } }>('PUT', `/api/v1/project/${theirs}/upload?name=a.png`, {
          bytes,
        })
      ).body.item.id;
      const answer = await other.owner.request<Refusal>('PUT', `/api/v1/project/${theirs}/item/${their}/annotation`, {
        body: { op: newId(), base: 0, data: holding(name, instance('a', 60)) },
      });
      expect([answer.status, answer.body.details?.issues?.map(issue => `${issue.path}: ${issue.message}`)]).toEqual([
        422,
        ['mask: mask file is required'],
      ]);
    });
  });

  describe('a pixel document', () => {
    const findings = async (data: (item: number) => Promise<object>): Promise<readonly string[] | undefined> => {
      const item = await upload();
      const { status, body } = await save(item, 0, await data(item));
      return status === 200 ? undefined : body.details?.issues?.map(issue => `${issue.path}: ${issue.message}`);
    };

    it('should be refused without its mask, or with one of another size', async () => {
      expect(await findings(() => Promise.resolve(holding(undefined, instance('a', 15))))).toEqual([
        ': mask file is required',
      ]);
      expect(
        await findings(async item =>
          holding((await send(item, await bars([15], { size: [20, 30] }))).body.mask, instance('a', 15)),
        ),
      ).toEqual([`: mask is 20x30, image is ${width}x${height}`]);
    });

    it('should be refused with colours that are none, the background, or used twice, each finding naming its place', async () => {
      expect(await findings(async item => holding(await mask(item, 15), instance('a', 15, '#00g')))).toEqual([
        "instances[0].parts[1].color: '#00g' is not a color",
      ]);
      expect(
        await findings(async item => holding(await mask(item, 15), instance('a', 15), instance('b', '#000000'))),
      ).toEqual(['instances[1].parts[0].color: #000000 is the background']);
      expect(
        await findings(async item => holding(await mask(item, 15), instance('a', 15), instance('b', '#00000F'))),
      ).toEqual(['instances[0].parts[0].color: #00000f is used by 2 parts']);
      expect(await findings(async item => holding(await mask(item, 15), instance('a')))).toEqual([
        'instances[0].parts: [] is too short',
      ]);
    });

    it('should lose parts without a pixel, and get an unclassified instance for a colour that nobody lists', async () => {
      const item = await upload();
      expect(
        (await save(item, 0, holding(await mask(item, 15, 255), instance('a', 15, 90), instance('gone', 105)))).status,
      ).toBe(200);
      expect((await open(item)).document.instances).toMatchObject([
        { id: 'a', parts: [{ color: '#00000f' }] },
        { classId: -1, parts: [{ color: '#0000ff' }] },
      ]);
    });

    it('should take an empty document, which has no mask', async () => {
      const item = await upload();
      expect((await save(item, 0, holding(undefined))).status).toBe(200);
      expect((await open(item)).mask).toBeNull();
      expect((await stored(item)).status).toBe(404);
    });
  });

  describe('a file that is no mask', () => {
    it('should be refused with the reason', async () => {
      const item = await upload();
      const text = await send(item, Buffer.from('no picture'));
      expect([text.status, text.body.error]).toEqual([422, 'The mask is not a PNG picture.']);
      expect((await owner.request('PUT', place(item, '/annotation/mask'))).status).toBe(422);
      const jpeg = await send(
        item,
        await sharp({ create: { width, height, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
      );
      expect(jpeg.status).toBe(422);
      const cut = await send(item, (await bars([15, 30, 45])).subarray(0, 90));
      expect([cut.status, cut.body.code]).toEqual([422, 'MASK_INVALID']);
    });

    it('should be distinguished from one whose alpha was softened, which is accepted', async () => {
      const item = await upload();
      expect(
        (
          await save(
            item,
            0,
            holding((await send(item, await bars([15], { alpha: 200 }))).body.mask, instance('a', 15)),
          )
        ).status,
      ).toBe(200);
      expect((await stored(item)).colors).toEqual(['#00000f']);
      const faint = (await send(item, await bars([15], { alpha: 100 }))).body.mask;
      expect((await save(item, 1, holding(faint, instance('a', 15)))).status).toBe(200);
      expect((await open(item)).document.instances).toEqual([]);
    });
  });
});
