import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm } from '#core/ui/web/index.ts';
import type { TestCase } from '../../common/tests-api.ts';
import { testDraft } from '../../common/tests-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { JsonObjectInput } from '../editor/json-object-input.tsx';
import { messages } from '../messages.ts';

interface TestFormProps {
  readonly taskId: number;
  /** Absent for a new test. */
  readonly test: TestCase | undefined;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const sampleContext = {
  op: 'u',
  ts_ms: 0,
  before: { id: 1, name: 'item', annotation_status: 'InProgress' },
  after: { id: 1, name: 'item', annotation_status: 'QualityCheck' },
};

/** Input of a test, and what is expected of the code. */
export function TestForm({ taskId, test, onSaved, onCancel }: TestFormProps): JSX.Element {
  const { tests: api } = useService(AutomationsClient);
  const [name, setName] = useState(test?.name ?? '');
  const [event, setEvent] = useState<unknown>(test?.event ?? { event: 'item u:annotation_status' });
  const [context, setContext] = useState<unknown>(test?.context ?? sampleContext);
  const [expected, setExpected] = useState<unknown>(test?.expected ?? undefined);
  const read = testDraft.safeParse({ name, event: event ?? {}, context: context ?? {}, expected: expected ?? null });
  const wrong = read.success ? undefined : read.error.issues.find(each => each.path[0] === 'expected');
  const save = async (): Promise<void> => {
    if (!read.success) return;
    if (test === undefined) await api.createTestCase({ body: { custom_task_id: taskId, ...read.data } });
    else await api.saveTestCase({ params: { test_case_id: test.id }, body: read.data });
    onSaved();
  };
  return (
    <DialogForm action={messages.testForm.save} ready={read.success} onSubmit={save} onCancel={onCancel}>
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={120}
        value={name}
        onChange={changed => setName(changed.currentTarget.value)}
      />
      <JsonObjectInput of={{ label: messages.testForm.event, disabled: false }} value={event} onChange={setEvent} />
      <JsonObjectInput
        of={{ label: messages.testForm.context, disabled: false }}
        value={context}
        onChange={setContext}
      />
      <JsonObjectInput
        of={{
          label: messages.testForm.expected,
          disabled: false,
          ...(wrong === undefined ? {} : { error: messages.testForm.expectedMustHave }),
        }}
        value={expected}
        onChange={setExpected}
      />
    </DialogForm>
  );
}
