import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Drawer, Select } from '#core/controls/web/index.ts';
import { askToLeave, hasUnsavedForms, Segments, useLeaveQuestion } from '#core/ui/web/index.ts';
import type { FigureFilter } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { Choice } from '../../common/api.ts';
import type { Aggregation, Chart, ChartKind, DateUnit } from '../../common/chart.ts';
import { aggregations, aggregationTitles, chartKinds, chartKindTitles, dateUnits } from '../../common/chart.ts';
import { isDated } from '../../common/chart-points.ts';
import { ChartView, useChartData } from '../board/chart-view.tsx';
import { messages } from '../messages.ts';

interface ChartBuilderProps {
  /** Undefined while the builder is closed. */
  readonly chart: Chart | undefined;
  readonly isNew: boolean;
  readonly filter: FigureFilter;
  readonly choices: { readonly measures: readonly Choice[]; readonly breakdowns: readonly Choice[] };
  readonly onClose: () => void;
  readonly onSave: (chart: Chart) => void;
}

/** Edits a chart: what it counts, how, and what it is broken down by; drawn as it will be. */
export function ChartBuilder({ chart, isNew, onClose, ...rest }: ChartBuilderProps): JSX.Element {
  const close = async (): Promise<void> => {
    if (!hasUnsavedForms() || (await askToLeave())) onClose();
  };
  return (
    <Drawer
      opened={chart !== undefined}
      onClose={() => void close()}
      position="right"
      size={520}
      title={isNew ? messages.shared.newChart : messages.chartBuilder.editChart}
    >
      {chart === undefined ? undefined : (
        <BuilderForm key={chart.id} chart={chart} isNew={isNew} onClose={onClose} {...rest} />
      )}
    </Drawer>
  );
}

const grouped = (choices: readonly Choice[]): { group: string; items: { value: string; label: string }[] }[] =>
  [...new Set(choices.map(each => each.group))].map(group => ({
    group,
    items: choices.filter(each => each.group === group).map(({ value, label }) => ({ value, label })),
  }));

/** Persons belong to objects, status changes and time only. */
const hasPeople = (measure: string): boolean => ['objects', 'transitions', 'time'].includes(measure);
const DATE_TITLES: Readonly<Record<DateUnit, string>> = {
  day: messages.chartBuilder.days,
  week: messages.chartBuilder.weeks,
  month: messages.chartBuilder.months,
};

function BuilderForm({
  chart,
  isNew,
  filter,
  choices,
  onClose,
  onSave,
}: ChartBuilderProps & { readonly chart: Chart }): JSX.Element {
  const [draft, setDraft] = useState(chart);
  const data = useChartData(draft, filter);
  useLeaveQuestion(JSON.stringify(draft) !== JSON.stringify(chart));
  const change = (patch: Partial<Chart>): void =>
    setDraft(now => {
      const next = { ...now, ...patch };
      const fits = (by: string | null): string | null => (by === 'person' && !hasPeople(next.measure) ? null : by);
      return {
        ...next,
        by: fits(next.by),
        and: fits(next.and),
        against: next.kind === 'scatter' ? (next.against ?? (next.measure === 'objects' ? 'items' : 'objects')) : null,
      };
    });
  const breakdowns = grouped(choices.breakdowns.filter(each => each.value !== 'person' || hasPeople(draft.measure)));
  const title = draft.title.trim();
  const scattered = draft.kind === 'scatter';
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (title !== '') onSave({ ...draft, title });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={messages.chartBuilder.title}
          required
          maxLength={120}
          data-autofocus
          value={draft.title}
          onFocus={event => isNew && draft.title === chart.title && event.currentTarget.select()}
          onChange={event => change({ title: event.currentTarget.value })}
        />
        <Segments<ChartKind>
          aria-label={messages.chartBuilder.kindOfChart}
          fullWidth
          data={chartKinds.map(value => ({ value, label: chartKindTitles[value] }))}
          value={draft.kind}
          onChange={kind => change({ kind })}
        />
        <Group grow align="start">
          <Select
            label={scattered ? messages.chartBuilder.across : messages.chartBuilder.measure}
            allowDeselect={false}
            searchable
            data={grouped(choices.measures)}
            value={draft.measure}
            onChange={value => value !== null && change({ measure: value })}
          />
          {scattered ? (
            <Select
              label={messages.chartBuilder.up}
              allowDeselect={false}
              searchable
              data={grouped(choices.measures)}
              value={draft.against}
              onChange={value => value !== null && change({ against: value })}
            />
          ) : (
            <Select<Aggregation>
              label={messages.chartBuilder.putTogetherAs}
              allowDeselect={false}
              data={aggregations.map(value => ({ value, label: aggregationTitles[value] }))}
              value={draft.aggregation}
              onChange={value => value !== null && change({ aggregation: value })}
            />
          )}
        </Group>
        <Group grow align="start">
          <Select
            label={scattered ? messages.chartBuilder.pointForEach : messages.chartBuilder.by}
            placeholder={messages.chartBuilder.allTogether}
            clearable={!scattered}
            searchable
            data={breakdowns}
            value={draft.by}
            onChange={value => change({ by: value })}
          />
          {scattered ? (
            <div />
          ) : (
            <Select
              label={messages.chartBuilder.andBy}
              placeholder={messages.chartBuilder.nothingElse}
              clearable
              searchable
              disabled={draft.by === null}
              data={breakdowns}
              value={draft.and}
              onChange={value => change({ and: value })}
            />
          )}
        </Group>
        {isDated(draft.by) || isDated(draft.and) ? (
          <Segments<DateUnit>
            aria-label={messages.chartBuilder.datesIn}
            data={dateUnits.map(value => ({ value, label: DATE_TITLES[value] }))}
            value={draft.unit}
            onChange={unit => change({ unit })}
          />
        ) : undefined}
        <section
          aria-label={messages.chartBuilder.preview}
          style={{ border: '1px solid var(--loupe-line)', borderRadius: 6, padding: 10, minHeight: 180 }}
        >
          <ChartView chart={draft} data={data} measures={choices.measures} />
        </section>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages.chartBuilder.cancel}
          </Button>
          <Button type="submit" disabled={title === ''}>
            {isNew ? messages.chartBuilder.addToTheBoard : messages.chartBuilder.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
