/** A form of 200 components in a group, filled in 100 times: 20 000 answers. */
export function makeWorkload({ components = 200, rows = 100 } = {}) {
  const options = ['A', 'B', 'C'].map(value => ({ value, checked: false }));
  const kinds = [
    at => ({ type: 'input', value: '', label: `Line ${at}` }),
    at => ({ type: 'textarea', value: '', label: `Text ${at}`, max: 4000 }),
    at => ({ type: 'radio', value: '', layout: 'row', options, label: `One of ${at}` }),
    at => ({ type: 'checkbox', value: [], layout: 'row', options, label: `Several of ${at}` }),
    at => ({ type: 'rating', value: null, numberOfStars: 5, label: `Rating ${at}` }),
    at => ({ type: 'number', value: null, min: 0, max: 100, step: 1, label: `Number ${at}` }),
  ];
  const values = [
    at => `line ${at}`,
    at => `some words of the answer ${at}`,
    () => 'B',
    () => ['A', 'C'],
    () => 4,
    at => at % 100,
  ];
  const children = Array.from({ length: components }, (_, at) => ({
    id: `c${at}`,
    isRequired: at % 10 === 0,
    ...kinds[at % kinds.length](at),
  }));
  const form = {
    components: [
      { id: 'rows', type: 'group', title: 'Answers', isTemplate: true, deletable: true, countable: true, children },
    ],
    code: '',
    environments: [],
    meta: {},
    readme: '',
  };
  const data = Object.fromEntries(
    children.map(({ id }, at) => [
      id,
      Array.from({ length: rows }, (_, row) => ({
        value: values[at % values.length](row),
        element_path: ['rows', row, id],
      })),
    ]),
  );
  return { form, document: { metadata: { name: 'form' }, data } };
}
