import { Alert, Button, Group, Loader, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
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
  const [answer, setAnswer] = useState<ModelAnswer>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (): Promise<void> => {
    const controller = (running.current = new AbortController());
    setBusy(true);
    setText('');
    setAnswer(undefined);
    setProblem(undefined);
    try {
      const response = await api.tryModel({
        params: { model_id: model.id },
        body: { prompt },
        signal: controller.signal,
      });
      setAnswer(await readAnswer(response, delta => setText(before => before + delta), controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) setProblem(errorText(error));
    }
    setBusy(false);
    void queries.invalidateQueries({ queryKey: ['models', 'budget'] });
    void queries.invalidateQueries({ queryKey: ['models', 'log'] });
  };
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
        {busy ? (
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
            onClick={() => void run()}
          >
            {messages.tryBox.run}
          </Button>
        )}
        {busy ? <Loader size="xs" aria-label={messages.tryBox.modelIsAnswering} /> : undefined}
      </Group>
      {problem === undefined ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {problem}
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
