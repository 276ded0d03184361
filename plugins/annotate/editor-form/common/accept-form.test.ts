import { describe, expect, it } from 'vitest';
import { FormPlan, openForm, readForm } from '#plugins/annotate/form/common/index.ts';
import { acceptForm, beside, withholdHidden } from './accept-form.ts';

const rule = (visibility: number): object => ({ permissions: [{ roles: [1], statuses: 'all', visibility }] });
const plan = new FormPlan(
  readForm({
    components: [
      { id: 'open', type: 'input', value: '' },
      { id: 'read', type: 'input', label: 'Read', value: '', ...rule(1) },
      { id: 'secret', type: 'input', label: 'Secret', value: '', ...rule(2) },
    ],
  }).components,
);
const reader = { role: 1, status: 2 };
const mark = (instance: Parameters<typeof beside>[0]): string => JSON.stringify([instance.value, beside(instance)]);
const instances = (classId: number): object => ({
  metadata: { name: 'x' },
  instances: ['read', 'secret'].map(id => ({
    type: 'tag',
    classId,
    className: id,
    component_id: id,
    element_path: [id],
    attributes: [{ groupName: `value_${id}`, name: `${id} words` }],
  })),
});

describe('a form stored as instances', () => {
  it('should be accepted from who may not see all of it, also when its classes have other ids now', () => {
    const stored = openForm(instances(1) as never);
    const sent = withholdHidden(openForm(instances(77) as never), plan, reader, mark);
    expect(JSON.stringify(sent)).not.toContain('"secret words"}');
    const { document, refused } = acceptForm(sent, stored, plan, reader, mark);
    expect(refused).toEqual([]);
    expect(document['instances']).toMatchObject([
      { component_id: 'read', value: 'read words' },
      { component_id: 'secret', value: 'secret words' },
    ]);
  });
});
