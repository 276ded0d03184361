import { expect, it } from 'vitest';
import { openSite } from '../support/browser.ts';
import type { SiteClient } from '../support/site-client.ts';
import { lead } from '../support/windows.ts';
import { wholeScreenFaults } from './whole-screen.ts';

const NORA = 'nora@setup-classes.test';
const site = openSite([{ email: NORA, name: 'Nora North', team: 'North' }], { stays: true });
const open = async (): Promise<SiteClient> => site().client(NORA);

/** An item whose file lies elsewhere. Returns its id. */
async function attached(client: SiteClient, project: number, name: string): Promise<number> {
  const [{ id }] = await client.call<[{ id: number }]>('POST', '/image/ext-create', {
    project_id: project,
    upload_state: 3,
    images: [{ name, path: `https://example.org/${name}` }],
    meta: { [name]: { width: 200, height: 100 } },
  });
  return id;
}

interface Made {
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly name: string;
    readonly group_type: string;
    readonly shown_when?: unknown;
    readonly attributes: readonly { readonly name: string }[];
  }[];
}

it('should put groups and values in order by the keyboard, keep all kinds of groups, and take classes from a file and another project', async () => {
  const client = await open();
  const { id: project } = await client.project('Ordered');
  await client.call('POST', `/classes?project_id=${project}`, {
    classes: [
      {
        name: 'Car',
        color: '#D7263D',
        type: 1,
        attribute_groups: [
          {
            name: 'State',
            group_type: 'radio',
            attributes: [{ name: 'parked' }, { name: 'moving' }, { name: 'towed' }],
          },
          { name: 'Damage', group_type: 'checklist', attributes: [{ name: 'door' }] },
          { name: 'Remark', group_type: 'text', attributes: [] },
          { name: 'Doors', group_type: 'numeric', attributes: [] },
          { name: 'Plate', group_type: 'ocr', attributes: [] },
        ],
      },
    ],
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/classes`);
  await page.getByRole('button', { name: /^Move group State:/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: /^Move towed:/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const damage = page.getByRole('group', { name: 'Damage', exact: true });
  await damage.getByRole('combobox', { name: 'Ask when' }).click();
  await page.getByRole('option', { name: 'State', exact: true }).click();
  await page.getByText('Choose the values for which “Damage” is asked, or always ask it.').waitFor();
  await damage.getByRole('combobox', { name: 'is one of' }).click();
  await page.getByRole('option', { name: 'towed', exact: true }).click();
  await page.keyboard.press('Escape');
  expect(await wholeScreenFaults(page, 'setup classes')).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Car” saved').waitFor();
  const {
    data: [car],
  } = await client.call<{ data: readonly [Made] }>('GET', `/classes?project_id=${project}`);
  expect(car.attribute_groups.map(each => each.name)).toEqual(['Damage', 'State', 'Remark', 'Doors', 'Plate']);
  expect(car.attribute_groups[0]!.shown_when).toEqual({ group: 'State', values: ['towed'] });
  expect(car.attribute_groups[1]!.attributes.map(each => each.name)).toEqual(['towed', 'parked', 'moving']);

  // More classes come from a dropped file and from another project.
  const source = await client.project('Source');
  await client.classes(source.id, ['Car', 'Bus']);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(
      new File([JSON.stringify([{ name: 'Van', color: '#E4542B' }])], 'classes.json', { type: 'application/json' }),
    );
    return transfer;
  });
  await page.getByRole('region', { name: 'Classes' }).dispatchEvent('drop', { dataTransfer: data });
  await page.getByText('1 class added.').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy from another project' }).click();
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: 'Source' }).click();
  await page.getByText('2 classes. Those whose names are here already are skipped.').waitFor();
  expect(await wholeScreenFaults(page, 'setup classes from project')).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 class added. Skipped, already here: Car.').waitFor();
  await page.getByRole('option', { name: /Bus/ }).waitFor();
});

it('should ask what becomes of completed items when a value is demanded later, send them back, and take that back', async () => {
  const client = await open();
  const { id: project } = await client.project('Demanding');
  const [car] = await client.call<readonly [{ id: number }]>('POST', `/classes?project_id=${project}`, {
    classes: [
      {
        name: 'Car',
        color: '#D7263D',
        type: 1,
        attribute_groups: [{ name: 'State', group_type: 'radio', attributes: [{ name: 'parked' }] }],
      },
    ],
  });
  const items: number[] = [];
  for (const name of ['a.png', 'b.png', 'c.png']) {
    const id = await attached(client, project, name);
    items.push(id);
    await client.call('PUT', `/api/v1/project/${project}/item/${id}/annotation`, {
      op: crypto.randomUUID(),
      base: 0,
      data: {
        metadata: { name },
        instances: [
          {
            id: `${name} box`,
            type: 'bbox',
            classId: car.id,
            attributes: [],
            points: { x1: 10, y1: 10, x2: 90, y2: 90 },
          },
        ],
        tags: [],
        comments: [],
      },
    });
  }
  await client.call('POST', `/api/v1/project/${project}/items/change`, {
    selection: { item_ids: items.slice(0, 2) },
    change: { kind: 'status', value: 5 },
  });
  const statuses = async (): Promise<unknown> =>
    (await client.call<{ byStatus: unknown }>('GET', `/api/v1/project/${project}/item-counts`)).byStatus;
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/classes`);
  await page.getByRole('checkbox', { name: 'Required' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Items annotated before' });
  await dialog
    .getByText('“State” is required now. 3 items have an object of class Car without a value. 2 of them are completed.')
    .waitFor();
  const shown = await dialog.getByRole('link', { name: 'Show these items' }).getAttribute('href');
  await dialog.getByRole('radio', { name: 'Send 2 items back to be worked on' }).check();
  expect(await wholeScreenFaults(page, 'setup classes demanded')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send 2 items back' }).click();
  await page.getByText('2 items moved.').waitFor();
  expect(await statuses()).toEqual({ 2: 1, 4: 2 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 items brought back.').waitFor();
  expect(await statuses()).toEqual({ 2: 1, 5: 2 });

  // Before a class goes it says what has it.
  await page.getByRole('button', { name: 'Delete class' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete Car?' });
  await asked.getByText('3 objects in 3 items use it and will have no class.').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });

  await lead(page, shown!);
  await page.getByText('Car: State').waitFor();
  await page.getByText('c.png').waitFor();
});

it('should show how often classes are used, list the unused ones, merge some and delete others', async () => {
  const client = await open();
  const { id: project } = await client.project('Merged');
  const made = await client.call<readonly { id: number }[]>('POST', `/classes?project_id=${project}`, {
    classes: ['Car', 'auto', 'Sheep', 'Cow'].map(name => ({ name, color: '#D7263D', type: 1, attribute_groups: [] })),
  });
  const item = await attached(client, project, 'a.png');
  await client.call('PUT', `/api/v1/project/${project}/item/${item}/annotation`, {
    op: crypto.randomUUID(),
    base: 0,
    data: {
      metadata: { name: 'a.png' },
      instances: [0, 1, 1].map((at, index) => ({
        id: `box ${index}`,
        type: 'bbox',
        classId: made[at]!.id,
        attributes: [],
        points: { x1: 10 + index * 20, y1: 10, x2: 90, y2: 90 },
      })),
      tags: [],
      comments: [],
    },
  });
  const { page } = await site().signedIn(NORA, `/t/${site().teamId}/p/${project}/setup/classes`);
  await page.getByRole('option', { name: /auto/ }).getByLabel('2 objects').waitFor();
  await page.getByText('Unused 2').click();
  await page.getByRole('option', { name: /Car/ }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: /Sheep/ }).click({ modifiers: ['Control'] });
  await page.getByRole('option', { name: /Cow/ }).focus();
  await page.keyboard.press(' ');
  expect(await wholeScreenFaults(page, 'setup classes selected')).toEqual([]);
  await page.getByRole('toolbar', { name: 'Selected classes' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Sheep, Cow. No object uses them.').waitFor();
  await page.getByRole('button', { name: 'Delete 2 classes' }).click();
  await page.getByText('2 classes deleted').waitFor();

  await page.getByText('All 2').click();
  for (const name of [/Car/, /auto/]) await page.getByRole('option', { name }).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge classes' });
  await dialog.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: 'Car', exact: true }).click();
  await dialog.getByText('2 objects will become Car').waitFor();
  expect(await wholeScreenFaults(page, 'setup classes merge')).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('option', { name: /auto/ }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: /Car/ }).getByLabel('3 objects').waitFor();
});
