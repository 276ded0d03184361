import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { BundleProblem } from '#core/sandbox/web/index.ts';
import { ErrorPanel, Icon, longDate, Segments, shortDate, StatusChip } from '#core/ui/web/index.ts';
import type { AppView } from '../../common/app.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import classes from '../custom-apps.module.css';
import { messages } from '../messages.ts';
import type { FilePlace } from './app-editor.tsx';
import type { ReceivedCall, ReceivedLine } from './preview.tsx';

type Tab = 'problems' | 'console' | 'calls' | 'log';
type Outcome = ReceivedCall['outcome'];

const outcomes: Readonly<Record<Outcome, { readonly label: string; readonly color: string }>> = {
  done: { label: messages.bottomPanel.done, color: 'var(--loupe-success)' },
  refused: { label: messages.bottomPanel.refused, color: 'var(--loupe-warning)' },
  failed: { label: messages.bottomPanel.failed, color: 'var(--loupe-danger)' },
};
const levelColor = (level: string): string =>
  level === 'error' ? 'var(--loupe-danger)' : level === 'warn' ? 'var(--loupe-warning)' : 'var(--loupe-text)';

interface BottomProps {
  readonly app: AppView;
  readonly problems: readonly BundleProblem[];
  readonly lines: readonly ReceivedLine[];
  readonly calls: readonly ReceivedCall[];
  readonly onOpen: (place: FilePlace) => void;
  readonly onClear: () => void;
}

/** Shows problems, the output and calls of the preview, and the server's log of the app. */
export function BottomPanel({ app, problems, lines, calls, onOpen, onClear }: BottomProps): JSX.Element {
  const [tab, setTab] = useState<Tab>('problems');
  const counted = (label: string, count: number): string => (count === 0 ? label : `${label} (${count})`);
  return (
    <section className={classes['bottom']} aria-label={messages.bottomPanel.whatIsWrong}>
      <div className={classes['bottomBar']}>
        <Segments
          aria-label={messages.bottomPanel.below}
          data={[
            { value: 'problems', label: counted(messages.bottomPanel.problems, problems.length) },
            { value: 'console', label: counted(messages.bottomPanel.console, lines.length) },
            { value: 'calls', label: counted(messages.bottomPanel.calls, calls.length) },
            { value: 'log', label: messages.bottomPanel.log },
          ]}
          value={tab}
          onChange={value => setTab(value)}
        />
        {tab === 'console' && lines.length > 0 ? (
          <Button size="compact-xs" variant="subtle" onClick={onClear}>
            {messages.bottomPanel.clear}
          </Button>
        ) : undefined}
      </div>
      <div className={classes['bottomBody']} tabIndex={0} role="group" aria-label={tab}>
        {tab === 'problems' ? (
          problems.length === 0 ? (
            <Nothing text={messages.bottomPanel.noProblems} />
          ) : (
            problems.map((each, at) => (
              <UnstyledButton key={`${at} ${each.message}`} className={classes['line']} onClick={() => onOpen(each)}>
                <span
                  style={{
                    color: each.severity === 'warning' ? 'var(--loupe-warning)' : 'var(--loupe-danger)',
                    display: 'flex',
                  }}
                >
                  <Icon name={each.severity === 'warning' ? 'warning' : 'rejected'} size={14} />
                </span>
                <span className={classes['where']}>{messages.bottomPanel.fileLine(each.file, each.line)}</span>
                <span>{each.message}</span>
              </UnstyledButton>
            ))
          )
        ) : undefined}
        {tab === 'console' ? (
          lines.length === 0 ? (
            <Nothing text={messages.bottomPanel.appSaidNothing} />
          ) : (
            lines.map((each, at) =>
              each.place === undefined ? (
                <div key={at} className={classes['line']} style={{ color: levelColor(each.level) }}>
                  <pre>{each.text}</pre>
                </div>
              ) : (
                <UnstyledButton
                  key={at}
                  className={classes['line']}
                  style={{ color: levelColor(each.level) }}
                  onClick={() => onOpen(each.place!)}
                >
                  <span className={classes['where']}>
                    {messages.bottomPanel.fileLine(each.place.file, each.place.line)}
                  </span>
                  <pre>{each.text}</pre>
                </UnstyledButton>
              ),
            )
          )
        ) : undefined}
        {tab === 'calls' ? (
          calls.length === 0 ? (
            <Nothing text={messages.bottomPanel.appMadeNoCallsYet} />
          ) : (
            calls.map((each, at) => (
              <CallLine
                key={calls.length - at}
                call={each.call}
                outcome={each.outcome}
                code={each.code ?? null}
                milliseconds={each.milliseconds}
                beside={
                  <>
                    {each.sample ? (
                      <StatusChip label={messages.bottomPanel.sample} color="var(--loupe-warning)" />
                    ) : undefined}
                    {each.message === undefined ? undefined : <span>{each.message}</span>}
                  </>
                }
              />
            ))
          )
        ) : undefined}
        {tab === 'log' ? <Log app={app} /> : undefined}
      </div>
    </section>
  );
}

const Nothing = ({ text }: { readonly text: string }): JSX.Element => (
  <Text size="sm" c="var(--loupe-muted)" p={6}>
    {text}
  </Text>
);

function CallLine({
  call,
  outcome,
  code,
  milliseconds,
  beside,
}: {
  readonly call: string;
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly milliseconds: number | null;
  readonly beside?: JSX.Element;
}): JSX.Element {
  return (
    <div className={classes['line']}>
      <span className={classes['outcome']} style={{ color: outcomes[outcome].color }}>
        {outcomes[outcome].label}
      </span>
      <span className={classes['callName']}>{call}</span>
      {code === null ? undefined : <span>{code}</span>}
      {milliseconds === null ? undefined : (
        <span className={classes['where']}>{messages.bottomPanel.millisecondsMs(milliseconds)}</span>
      )}
      {beside}
    </div>
  );
}

/** Shows the server's log: calls of everybody who has the app open, newest first. */
function Log({ app }: { readonly app: AppView }): JSX.Element {
  const { api } = useService(AppsClient);
  const team = useTeam();
  const [outcome, setOutcome] = useState<string | null>(null);
  const log = useQuery({
    queryKey: [...appsKey(team.id), 'calls', app.id, outcome],
    staleTime: 0,
    refetchInterval: 10_000,
    queryFn: ({ signal }) =>
      api.appCalls({
        params: { team_id: team.id, app_id: app.id },
        query: { limit: 200, ...(outcome === null ? {} : { outcome: outcome as Outcome }) },
        signal,
      }),
  });
  return (
    <>
      <div className={classes['logBar']}>
        <Select
          aria-label={messages.bottomPanel.outcome}
          placeholder={messages.bottomPanel.anyOutcome}
          clearable
          w={140}
          data={Object.entries(outcomes).map(([value, { label }]) => ({ value, label }))}
          value={outcome}
          onChange={setOutcome}
        />
        {log.data === undefined ? undefined : (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.bottomPanel.countCallsIn30Days(log.data.count)}
          </Text>
        )}
      </div>
      {log.error === null ? undefined : <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending ? <Skeleton h={20} /> : undefined}
      {log.data?.count === 0 ? <Nothing text={messages.bottomPanel.noCalls} /> : undefined}
      {log.data?.data.map(each => (
        <CallLine
          key={each.id}
          call={each.call}
          outcome={each.outcome}
          code={each.code}
          milliseconds={each.milliseconds}
          beside={
            <>
              <span>{each.user}</span>
              <span className={classes['where']} title={longDate(each.at)}>
                {shortDate(each.at)}
              </span>
            </>
          }
        />
      ))}
    </>
  );
}
