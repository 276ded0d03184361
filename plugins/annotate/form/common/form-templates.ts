import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { componentTypeOf } from './component-types.ts';
import type { FormComponent, FormDocument } from './form-document.ts';
import { emptyForm } from './form-document.ts';

/** A form to begin with. */
export interface FormTemplate {
  readonly id: string;
  readonly title: string;
  /** Its purpose, in one sentence. */
  readonly text: string;
  readonly form: FormDocument;
}

const part = (type: string, id: string, own: JsonRecord, children?: readonly FormComponent[]): FormComponent => ({
  id,
  type,
  ...(type === 'column' || type === 'tab' ? {} : { permissions: [] }),
  ...structuredClone(componentTypeOf(type)?.fields ?? {}),
  ...own,
  ...(children === undefined ? {} : { children }),
});
const field = (type: string, id: string, label: string, own: JsonRecord = {}): FormComponent =>
  part(type, id, { label, ...own });
const choices = (...values: readonly string[]): JsonRecord => ({
  options: values.map(value => ({ value, checked: false })),
});
const needed: JsonRecord = { isRequired: true };
const columns = (id: string, ...parts: readonly (readonly FormComponent[])[]): FormComponent =>
  part(
    'grid',
    id,
    {},
    parts.map((children, at) => part('column', `${id}_${at + 1}`, { span: Math.floor(24 / parts.length) }, children)),
  );
const rows = (id: string, title: string, own: JsonRecord, ...children: readonly FormComponent[]): FormComponent =>
  part('group', id, { title, ...own }, children);
const box = (id: string, title: string, ...children: readonly FormComponent[]): FormComponent =>
  part('container', id, { title }, children);

const template = (
  id: string,
  title: string,
  text: string,
  readme: string,
  ...components: readonly FormComponent[]
): FormTemplate => ({ id, title, text, form: { ...emptyForm, components, readme } });

/** The gallery of forms to begin with. Values in braces come from the item's attached JSON. */
export const formTemplates: readonly FormTemplate[] = [
  template('blank', 'Blank', 'An empty form.', ''),
  template(
    'chat',
    'Chat rating',
    'Rate each answer of a conversation, then the whole of it.',
    'Attached JSON: `messages`, a list of `{ role, content }`. One row is one turn.',
    field('chat', 'conversation', 'Conversation', { value: '{{messages}}' }),
    rows(
      'turns',
      'Turns',
      { isTemplate: true },
      field('textarea', 'question', 'Question', { max: 8000 }),
      field('markdown', 'answer', 'Answer', needed),
      columns(
        'turn_ratings',
        [field('rating', 'helpfulness', 'Helpfulness', needed)],
        [field('rating', 'honesty', 'Honesty')],
        [field('rating', 'harmlessness', 'Harmlessness')],
      ),
      field(
        'checkbox',
        'issues',
        'Issues',
        choices('Wrong fact', 'Unsafe', 'Off topic', 'Wrong language', 'Badly formatted'),
      ),
    ),
    field('rating', 'overall', 'Overall', needed),
    field('textarea', 'remarks', 'Remarks', { max: 4000 }),
  ),
  template(
    'comparison',
    'Model comparison',
    'Two answers side by side, and which one is better.',
    'Attached JSON: `prompt`, `answer_a`, `answer_b`.',
    part('header', 'top', {}, [field('paragraph', 'prompt', 'Prompt', { value: '{{prompt}}' })]),
    columns(
      'answers',
      [
        field('markdown', 'answer_a', 'Answer A', { value: '{{answer_a}}', readOnly: true }),
        field('rating', 'rating_a', 'Quality of A', needed),
      ],
      [
        field('markdown', 'answer_b', 'Answer B', { value: '{{answer_b}}', readOnly: true }),
        field('rating', 'rating_b', 'Quality of B', needed),
      ],
    ),
    field('compare', 'preference', 'Which one is better?', { ...needed, left: 'answer_a', right: 'answer_b' }),
    field('textarea', 'reason', 'Why?', { ...needed, min: 10, max: 4000 }),
  ),
  template(
    'ranking',
    'Image generation ranking',
    'Four pictures of one prompt, ranked from best to worst.',
    'Attached JSON: `prompt`, `image_1` … `image_4` (addresses in storage).',
    field('paragraph', 'prompt', 'Prompt', { value: '{{prompt}}' }),
    columns(
      'upper',
      [field('image', 'image_1', 'Picture 1', { value: '{{sign(image_1)}}' })],
      [field('image', 'image_2', 'Picture 2', { value: '{{sign(image_2)}}' })],
    ),
    columns(
      'lower',
      [field('image', 'image_3', 'Picture 3', { value: '{{sign(image_3)}}' })],
      [field('image', 'image_4', 'Picture 4', { value: '{{sign(image_4)}}' })],
    ),
    field('ranking', 'order', 'Order, the best first', {
      ...needed,
      ...choices('Picture 1', 'Picture 2', 'Picture 3', 'Picture 4'),
    }),
    field(
      'checkbox',
      'faults',
      'Faults of the best one',
      choices('Hands or faces', 'Text', 'Not what was asked', 'Unsafe'),
    ),
    field('textarea', 'remarks', 'Remarks', { max: 2000 }),
  ),
  template(
    'tuning',
    'Supervised fine-tuning pairs',
    'Write prompts and the answers a model shall learn.',
    'One row is one pair. Export as JSON Lines.',
    field('select', 'domain', 'Domain', {
      ...needed,
      ...choices('General', 'Code', 'Mathematics', 'Writing', 'Science'),
    }),
    rows(
      'pairs',
      'Pairs',
      {},
      field('textarea', 'system', 'System text', { max: 4000 }),
      field('textarea', 'prompt', 'Prompt', { ...needed, min: 1, max: 8000 }),
      field('markdown', 'response', 'Response', needed),
    ),
    field('checkbox', 'checked', 'Checked', choices('Facts', 'Tone', 'No personal data')),
  ),
  template(
    'captioning',
    'Video captioning',
    'Describe a video as a whole and moment by moment.',
    'Attached JSON: `video` (address in storage).',
    columns(
      'desk',
      [field('video', 'video', 'Video', { value: '{{sign(video)}}' })],
      [
        field('textarea', 'summary', 'What happens', { ...needed, min: 20, max: 2000 }),
        field('select', 'shot', 'Kind of shot', choices('Static', 'Pan', 'Zoom', 'Hand-held', 'Drone')),
        field('radio', 'sound', 'Sound', { ...choices('Speech', 'Music', 'Noise', 'None'), layout: 'row' }),
      ],
    ),
    rows(
      'moments',
      'Moments',
      { isTemplate: true },
      columns(
        'span',
        [field('number', 'from', 'From (s)', { max: 86_400, step: 0.1 })],
        [field('number', 'to', 'To (s)', { max: 86_400, step: 0.1 })],
      ),
      field('textarea', 'caption', 'Caption', { ...needed, max: 1000 }),
    ),
  ),
  template(
    'document',
    'PDF review',
    'Read a document, note findings page by page, and decide.',
    'Attached JSON: `document` (address in storage).',
    columns(
      'desk',
      [field('pdfComponent', 'document', 'Document', { value: '{{sign(document)}}' })],
      [
        field('radio', 'kind', 'Kind of document', { ...needed, ...choices('Contract', 'Invoice', 'Report', 'Other') }),
        rows(
          'findings',
          'Findings',
          { isTemplate: true },
          field('number', 'page', 'Page', { min: 1, max: 10_000 }),
          field('textarea', 'finding', 'Finding', { ...needed, max: 2000 }),
          field('radio', 'severity', 'Severity', { ...choices('Low', 'Medium', 'High'), layout: 'row' }),
        ),
        field('radio', 'decision', 'Decision', {
          ...needed,
          ...choices('Accept', 'Send back', 'Reject'),
          layout: 'row',
        }),
      ],
    ),
  ),
  template(
    'agent',
    'Agent trace review',
    'Go through the steps of an agent and judge each of them.',
    'Attached JSON: `task`, `trace` (a list of messages).',
    field('paragraph', 'task', 'Task', { value: '{{task}}' }),
    field('chat', 'trace', 'Trace', { value: '{{trace}}' }),
    rows(
      'steps',
      'Steps',
      { isTemplate: true, selectable: true },
      field('input', 'step', 'Step', { max: 300 }),
      field('radio', 'verdict', 'Verdict', {
        ...needed,
        ...choices('Right', 'Needless', 'Wrong', 'Unsafe'),
        layout: 'row',
      }),
      field('textarea', 'better', 'What would be right', {
        max: 2000,
        showWhen: {
          match: 'any',
          conditions: [
            { component: 'verdict', operator: 'equals', value: 'Wrong' },
            { component: 'verdict', operator: 'equals', value: 'Unsafe' },
          ],
        },
      }),
    ),
    field('radio', 'reached', 'Was the task done?', { ...needed, ...choices('Yes', 'Partly', 'No'), layout: 'row' }),
    field('rating', 'efficiency', 'Efficiency'),
  ),
  template(
    'survey',
    'Likert survey',
    'Statements to agree or disagree with.',
    'One item is one answer sheet.',
    box(
      'about',
      'About you',
      field('input', 'role', 'Your role', { max: 100 }),
      field('slider', 'experience', 'Years of experience', { max: 40, suffix: 'years' }),
    ),
    field('likertTable', 'agreement', 'How much do you agree?', {
      ...needed,
      rows: ['The instructions were clear', 'The task was interesting', 'The tools were quick', 'I had enough time'],
      columns: ['Not at all', 'Hardly', 'Partly', 'Mostly', 'Fully'],
    }),
    field('textarea', 'remarks', 'Anything else?', { max: 4000 }),
  ),
  template(
    'transcription',
    'Audio transcription',
    'Listen, write down who says what, and note the quality.',
    'Attached JSON: `audio` (address in storage).',
    field('audio', 'audio', 'Recording', { value: '{{sign(audio)}}' }),
    rows(
      'utterances',
      'Utterances',
      {},
      columns(
        'line',
        [field('input', 'speaker', 'Speaker', { max: 60 })],
        [field('number', 'start', 'Start (s)', { max: 86_400, step: 0.1 })],
      ),
      field('textarea', 'transcript', 'Text', { ...needed, max: 4000 }),
    ),
    field('select', 'language', 'Language', {
      ...needed,
      ...choices('English', 'German', 'French', 'Spanish', 'Other'),
    }),
    field(
      'checkbox',
      'quality',
      'Quality',
      choices('Background noise', 'Several speakers at once', 'Cut off', 'Hard to understand'),
    ),
  ),
];
