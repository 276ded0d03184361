import { describe, expect, it } from 'vitest';
import { readForm } from '../form-document.ts';
import { addressOf, formAddresses } from './form-addresses.ts';
import { FormPlan } from './form-plan.ts';
import { valueAt } from './row-edits.ts';

const plan = new FormPlan(
  readForm({
    components: [
      { id: 'photo', type: 'image', value: '{{base}}/a.png' },
      { id: 'name', type: 'input', value: '' },
      {
        id: 'secret',
        type: 'image',
        value: 'https://hidden.test/s.png',
        permissions: [{ roles: 'all', statuses: 'all', visibility: 2 }],
      },
      {
        id: 'rows',
        type: 'group',
        children: [
          { id: 'file', type: 'input', value: '' },
          { id: 'film', type: 'video', value: "https://host.test/{{= value('file') }}.mp4" },
        ],
      },
    ],
  }).components,
);
const ask = (more: Partial<Parameters<typeof formAddresses>[1]> = {}): readonly string[] => [
  ...formAddresses(plan, { instances: [], payload: undefined, env: {}, reader: { role: 1, status: 1 }, ...more }),
];

describe('the addresses of a form', () => {
  it('should hold stored values, the attached JSON and filled braces, in every row', () => {
    const instances = [
      valueAt(['name'], 'http://stored.test/x.mp3'),
      valueAt(['rows', 0, 'file'], 'one'),
      valueAt(['rows', 1, 'file'], 'two'),
    ];
    expect(
      ask({ instances, payload: { base: 'https://media.test', deep: [{ at: 'https://media.test/b.pdf' }] } }),
    ).toEqual([
      'http://stored.test/x.mp3',
      'https://media.test/',
      'https://media.test/b.pdf',
      'https://media.test/a.png',
      'https://host.test/one.mp4',
      'https://host.test/two.mp4',
    ]);
  });

  it('should leave out what the reader may not see', () => {
    expect(ask({ instances: [valueAt(['secret'], 'https://hidden.test/t.png')] })).toEqual(['https://host.test/.mp4']);
  });

  it('should take http addresses only, written in one way', () => {
    expect(
      [
        'HTTP://Host.Test/a b',
        '//host.test/x',
        '/own',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'a https://x.test',
      ].map(addressOf),
    ).toEqual(['http://host.test/a%20b', 'https://host.test/x', undefined, undefined, undefined, undefined]);
  });
});
