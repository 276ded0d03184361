import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openOwnSite } from '../support/browser.ts';
import { freePort } from '../support/built-server.ts';
import { slice } from '../support/run-plan.ts';
import type { SiteClient } from '../support/site-client.ts';
import { editorCases } from './editor-cases.ts';
import { openHostPage, readAnnotations, startHostPage } from './host-page.ts';
import { markedPicture } from './picture-on-screen.ts';
import { takePicture } from './screen-checks.ts';

const ANA = 'ana@north.test';
const hostPort = await freePort();
const editorsPort = await freePort();
/** Another site than `localhost` to the browser. */
const HOST = `http://127.0.0.1:${hostPort}`;
/** Shows an item of each editor in turn. */
const EDITORS_HOST = `http://127.0.0.1:${editorsPort}`;
// Who may frame the editor is a setting of the server.
const site = openOwnSite([{ email: ANA, name: 'Ana North', team: 'North' }], {
  settings: { FRAME_ANCESTORS: `${HOST},${EDITORS_HOST}` },
});

describe('the editor in a page of somebody else', () => {
  let client: SiteClient;
  let projectId: number;
  let itemId: number;
  let end: () => Promise<void>;

  beforeAll(async () => {
    client = await site().client(ANA);
    ({ id: projectId } = await client.project('Embedded'));
    ({ id: itemId } = await client.upload(projectId, 'field.png', await markedPicture()));
    await client.upload(projectId, 'other.png', await markedPicture());
    await client.classes(projectId, ['Flower']);
    end = await startHostPage(site(), { port: hostPort, email: ANA, projectId, itemId });
  }, 60_000);
  afterAll(() => end());

  it('should open in the session that the page hands over, and report what happens', async () => {
    const host = await openHostPage(site(), HOST);
    const { page, frame, waitForEvent } = host;
    await waitForEvent('item_opened field.png');
    await frame.getByRole('tab', { name: 'Objects' }).first().waitFor();
    expect(await page.context().cookies(site().url), 'nobody signed in here').toEqual([]);
    // The tools of other plugins come last; what arrives before moves the picture.
    await frame
      .getByRole('button', { name: /^Magic ·/ })
      .first()
      .waitFor();
    const picture = frame.getByRole('application');
    await picture.click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('b');
    await expect.poll(() => frame.getByRole('button', { name: /^Box/ }).getAttribute('aria-pressed')).toBe('true');
    const box = (await picture.boundingBox())!;
    const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
    await page.mouse.move(...at(0.4, 0.4));
    await page.mouse.down();
    await page.mouse.move(...at(0.6, 0.6), { steps: 4 });
    await page.mouse.up();
    await frame.getByRole('tab', { name: 'Objects 1' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForEvent('item_saved revision 1');
    expect((await client.annotation(projectId, itemId)).document.instances).toHaveLength(1);
    expect((await readAnnotations(host)).instances).toHaveLength(1);
    await takePicture(page, 'embedded-editor');
    await frame.getByRole('button', { name: 'Back to the folder' }).click();
    await waitForEvent('item_left field.png');
    await frame.getByRole('tab', { name: 'Objects 1' }).waitFor();
  });

  it.each(slice('embedded editors', editorCases, 1))(
    'should edit $name, save on request of the page around it, and hand the annotations over',
    async each => {
      const { id } = await client.project(`Embedded ${each.name}`, each.type);
      if (each.classes.length > 0) await client.classes(id, each.classes);
      const { page: own } = await site().signedIn(ANA, '/profile');
      const item = await each.item(client, id, own, site());
      onTestFinished(await startHostPage(site(), { port: editorsPort, email: ANA, projectId: id, itemId: item }));
      const host = await openHostPage(site(), EDITORS_HOST);
      const { page, frame, waitForEvent } = host;
      await each.ready(frame);
      // Keys go where the last press was.
      await frame.locator('header [title]').first().click();
      await each.edit(frame, 0);
      await page.getByRole('button', { name: 'Save' }).click();
      await waitForEvent(/^item_saved revision [1-9]/);
      await expect.poll(() => each.stored(client, id, item, site())).toBe(1);
      const { document } = await client.annotation(id, item);
      const ids = document.instances.map(instance => instance.id);
      expect((await readAnnotations(host)).instances.map(instance => instance.id)).toEqual(ids);
      await takePicture(page, `embedded ${each.name}`);
    },
  );

  it('should refuse requests of another form, and open other items', async () => {
    const { page, allow } = await site().visit();
    allow(/favicon|item\/2000000\//);
    // A bare document of the listed origin, which speaks the protocol by hand.
    await page.goto(`${HOST}/settings`);
    const answers = await page.evaluate(async address => {
      const frame = document.createElement('iframe');
      const loupe = new URL(address).origin;
      const channel = new MessageChannel();
      const loaded = new Promise<void>(resolve =>
        addEventListener('message', ({ source, data }) => {
          if (source !== frame.contentWindow || data !== 'loupe-editor-ready') return;
          frame.contentWindow!.postMessage('loupe-host-hello', loupe, [channel.port2]);
          resolve();
        }),
      );
      let next = 1;
      const waiting = new Map<string, (answer: unknown) => void>();
      channel.port1.onmessage = ({ data }: MessageEvent<{ id?: string; action?: string; state?: string }>) => {
        if (data.action === 'currentSession')
          void fetch('/session')
            .then(answer => answer.json())
            .then(session => channel.port1.postMessage({ id: data.id, state: 'resolved', data: session }));
        else if (data.action !== undefined)
          channel.port1.postMessage({
            id: data.id,
            state: 'rejected',
            error: { code: 'UNKNOWN_ACTION', message: 'no' },
          });
        else if (data.id !== undefined) waiting.get(data.id)?.(data);
      };
      const ask = (action: string, args: unknown): Promise<unknown> =>
        new Promise(resolve => {
          const id = `test-${next++}`;
          waiting.set(id, resolve);
          setTimeout(() => resolve(`${action} was not answered`), 25_000);
          channel.port1.postMessage({ id, action, args });
        });
      Object.assign(window, { ask });
      frame.src = address;
      document.body.append(frame);
      await loaded;
      for (let turn = 0; turn < 100; turn++) {
        const answer = (await ask('currentItem', {})) as { state: string };
        if (answer.state === 'resolved') break;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
      const item = ((await ask('currentItem', {})) as { data: { project_id: number; item_id: number } }).data;
      return [
        await ask('openItem', { project_id: 'x', item_id: 1, more: true }),
        await ask('openItem', { project_id: item.project_id, item_id: 2_000_000 }),
        await ask('openItem', { project_id: item.project_id, item_id: item.item_id + 1 }),
        await ask('eraseAll', {}),
      ];
    }, `${site().url}/t/${site().teamId}/p/${projectId}/item/${itemId}`);
    expect(answers).toMatchObject([
      { state: 'rejected', error: { code: 'INVALID_FIELD', status: 400 } },
      { state: 'rejected', error: { code: 'NOT_FOUND', status: 404 } },
      { state: 'resolved', data: { name: 'other.png' } },
      { state: 'rejected', error: { code: 'UNKNOWN_ACTION' } },
    ]);

    // Other annotations of the item that is open.
    const other = (answers[2] as { readonly data: { readonly item_id: number } }).data.item_id;
    const points = { x1: 10, y1: 10, x2: 60, y2: 60 };
    const data = {
      ...(await client.annotation(projectId, other)).document,
      instances: [{ id: 'new', type: 'bbox', classId: -1, attributes: [], points }],
    };
    const path = `/api/v1/project/${projectId}/item/${other}/annotation`;
    await client.call('PUT', path, { op: randomUUID(), base: 0, data });
    const again = await page.evaluate(
      args => (window as unknown as { ask(action: string, args: object): Promise<unknown> }).ask('openItem', args),
      { project_id: projectId, item_id: other },
    );
    expect(again).toMatchObject({ state: 'resolved', data: { item_id: other, revision: 1 } });
    await page.frameLocator('iframe').getByRole('tab', { name: 'Objects 1' }).waitFor();
  });

  it('should not be shown in a page that is not listed, and say so when the listed one never answers', async () => {
    const hostile =
      await serve(`<iframe src="${site().url}/t/${site().teamId}/p/${projectId}/item/${itemId}"></iframe><script>
      window.received = [];
      addEventListener('message', event => window.received.push(event.data));
      document.querySelector('iframe').onload = () => { const { port1, port2 } = new MessageChannel(); document.querySelector('iframe').contentWindow.postMessage('loupe-host-hello', '*', [port2]); port1.onmessage = event => window.received.push(event.data); };
    </script>`);
    const { page, allow } = await site().visit();
    allow(/frame-ancestors|Framing|refused|blocked|ERR_BLOCKED/i);
    await page.goto(hostile.url);
    // The browser's own page is where the refused one would be.
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect(await page.evaluate('window.received')).toEqual([]);
    await expect.poll(() => page.frameLocator('iframe').getByRole('tab').count()).toBe(0);
    hostile.server.close();

    // The listed page never answers.
    await end();
    const silent = createServer(
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<title>Silent</title><link rel="icon" href="data:,"><iframe src="${site().url}/t/${site().teamId}/p/${projectId}/item/${itemId}"></iframe>`,
          ),
    );
    await new Promise<void>(resolve => silent.listen(hostPort, '127.0.0.1', resolve));
    end = () => new Promise(resolve => silent.close(() => resolve()));
    await page.goto(HOST);
    await page.frameLocator('iframe').getByText('The page around the editor did not answer.').waitFor();
  });
});

async function serve(html: string): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(
    (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page</title><link rel="icon" href="data:,">${html}`),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
