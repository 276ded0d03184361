import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openSite } from '../support/browser.ts';
import { fieldAt, openForm, saveForm } from './form-filling-steps.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const ANA = 'ana@form-web-component.test';
const site = openSite([{ email: ANA, name: 'Ana North', team: 'North' }], { stays: true });

const page = `<!doctype html><html><head><style>button { padding: 4px 10px; }</style></head><body>
<p id="said"></p><button id="more" onclick="more()">More</button> <button id="post">Post to the form</button>
<script>
  const said = document.getElementById('said');
  const show = () => { said.textContent = SA_CONTEXT.word + ' ' + JSON.stringify(host.getValue()) + (host.readOnly ? ' read' : ''); };
  function more() { host.setValue({ count: ((host.getValue() || {}).count || 0) + 1 }); show(); }
  document.getElementById('post').addEventListener('click', () => window.parent.postMessage({ action: 'topy', data: 'from the page' }, '*'));
  window.addEventListener('message', event => { said.textContent = 'received ' + event.data; });
  host.on('value', show);
  host.resize(180);
  show();
</script></body></html>`;

it('should show a page of the form sealed off with its value, its context and messages to the script, let it reach nothing, and go on without one that hangs', async () => {
  let connections = 0;
  const witness = createServer(socket => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>(resolve => witness.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void witness.close());
  const address = `http://127.0.0.1:${(witness.address() as AddressInfo).port}/`;
  const hostile = `<img src="${address}a.png"><link rel="stylesheet" href="${address}a.css"><script src="${address}a.js"></script><p id="end"></p>
<script>
  let stopped = [];
  try { fetch('${address}').catch(() => stopped.push('fetch')); } catch { stopped.push('fetch'); }
  try { top.document.title = 'taken'; } catch { stopped.push('top'); }
  try { localStorage.length; } catch { stopped.push('storage'); }
  new Image().src = '${address}b.png';
  setTimeout(() => { document.getElementById('end').textContent = stopped.sort().join(' '); }, 300);
</script>`;
  const opened = await openForm(site(), ANA, 'Pages', {
    components: [
      {
        id: 'page',
        type: 'webComponent',
        label: 'Page',
        code: page,
        context: '{"word":"Hello"}',
        height: 120,
        value: null,
        exclude: false,
      },
      { id: 'note', type: 'input', label: 'Note', value: '' },
      { id: 'hostile', type: 'webComponent', label: 'Hostile', code: hostile, value: null },
      {
        id: 'loop',
        type: 'webComponent',
        label: 'Loop',
        code: '<button onclick="setTimeout(() => { for (;;); }, 100)">Hang</button>',
        value: null,
      },
    ],
    code: [
      [
        '__init__',
        `import { form } from '@loupe/sdk/form';
form.on('page', 'message', (path, value) => { form.set('note', String(value)); form.post('page', 'the script'); });
`,
      ],
    ],
    environments: [],
    readme: '',
    meta: {},
  });
  const { page: screen, allow } = opened;
  // Chromium reports attributes with code as they are parsed; they are made listeners then.
  allow(/Content Security Policy|script-src-attr|policy:|violates|Refused|ERR_BLOCKED/);
  const inside = fieldAt(screen, 'page').frameLocator('iframe');
  await inside.locator('#said').getByText('Hello null').waitFor();
  await expect
    .poll(async () => (await fieldAt(screen, 'page').locator('iframe').boundingBox())?.height)
    .toBeCloseTo(180, -1);
  await inside.getByRole('button', { name: 'More' }).click();
  await inside.getByRole('button', { name: 'More' }).click();
  await inside.locator('#said').getByText('Hello {"count":2}').waitFor();
  await inside.getByRole('button', { name: 'Post to the form' }).click();
  await inside.locator('#said').getByText('received the script').waitFor();
  await expect.poll(() => screen.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('from the page');
  expect(await wholeScreenFaults(screen, 'form web component')).toEqual([]);

  await fieldAt(screen, 'hostile')
    .frameLocator('iframe')
    .locator('#end')
    .getByText(/storage top/)
    .waitFor();
  expect(connections).toBe(0);
  await fieldAt(screen, 'loop').frameLocator('iframe').getByRole('button', { name: 'Hang' }).click();
  // The form goes on meanwhile, and the page can be started over.
  await screen.getByRole('textbox', { name: 'Note' }).fill('still here');
  await fieldAt(screen, 'loop').getByText('“Loop” stopped. Your work is kept.').waitFor();
  await fieldAt(screen, 'loop').getByRole('button', { name: 'Start again' }).click();
  await fieldAt(screen, 'loop').frameLocator('iframe').getByRole('button', { name: 'Hang' }).waitFor();
  await saveForm(screen);
  expect(await opened.stored()).toMatchObject({ page: [{ value: { count: 2 } }], note: [{ value: 'still here' }] });
  await screen.reload();
  await inside.locator('#said').getByText('Hello {"count":2}').waitFor();
  expect(connections).toBe(0);
}, 120_000);
