import { Alert, Button, Group, Loader, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Icon } from '#core/ui/web/index.ts';
import type { ModelAnswer } from '#plugins/annotate/editor-form/web/kit/index.ts';
import { durationText } from '../common/duration-text.ts';
import type { Model } from '../common/model.ts';
import { readAnswer } from './kit/model-runs.ts';
import { messages } from './messages.ts';
import { ModelsClient } from './models-client.ts';

/** Asks a model once, as forms do. The call counts and is in the log. */
export function TryBox({ model }: { readonly model: Model }): JSX.Element {
  const { api } = useService(ModelsClient);
  const queries = useQueryClient();
  const [prompt, setPrompt] = useState(messages.tryBox.sayHelloInOneSentence);
  const [text, setText] = useState('');
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = useMutation({
    /** Returns undefined when the person stopped it. */
    mutationFn: async (): Promise<ModelAnswer | undefined> => {
      const { signal } = (running.current = new AbortController());
      setText('');
      try {
        const response = await api.tryModel({ params: { model_id: model.id }, body: { prompt }, signal });
        return await readAnswer(response, delta => setText(before => before + delta), signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['models', 'budget'] });
      void queries.invalidateQueries({ queryKey: ['models', 'log'] });
    },
  });
  const answer = run.data;
  return (
    <Stack gap="md">
      <Textarea
        label={messages.tryBox.prompt}
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={20_000}
        value={prompt}
        onChange={event => setPrompt(event.currentTarget.value)}
      />
      <Group gap="xs">
        {run.isPending ? (
          <Button
            variant="default"
            leftSection={<Icon name="square" size={13} />}
            onClick={() => running.current?.abort()}
          >
            {messages.tryBox.stop}
          </Button>
        ) : (
          <Button
            leftSection={<Icon name="play" size={14} />}
            disabled={prompt.trim() === ''}
            onClick={() => run.mutate()}
          >
            {messages.tryBox.run}
          </Button>
        )}
        {run.isPending ? <Loader size="xs" aria-label={messages.tryBox.modelIsAnswering} /> : undefined}
      </Group>
      {run.error === null ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {errorText(run.error)}
        </Alert>
      )}
      {text === '' && answer === undefined ? undefined : (
        <Paper withBorder p="sm" aria-label={messages.tryBox.answer} role="region">
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
        </Paper>
      )}
      {answer?.usage === undefined ? undefined : (
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {messages.tryBox.tokensInOut(
            answer.usage.estimated ? messages.tryBox.about : '',
            answer.usage.input_tokens.toLocaleString('en'),
            answer.usage.output_tokens.toLocaleString('en'),
            answer.cost === null || answer.cost === undefined ? '' : `, $${Number(answer.cost.toPrecision(3))}`,
            durationText(answer.latencyMs),
          )}
        </Text>
      )}
    </Stack>
  );
}
