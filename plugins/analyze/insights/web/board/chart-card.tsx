import { ActionIcon, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { Icon, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import type { FigureFilter } from '#plugins/analyze/analytics/web/kit/index.ts';
import { downloadCsv } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { Choice } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { aggregationTitles } from '../../common/chart.ts';
import classes from '../insights.module.css';
import { messages } from '../messages.ts';
import { ChartView, useChartData } from './chart-view.tsx';
import { legendOf } from './draw-chart.ts';
import { savePng, saveSvg } from './save-picture.ts';

interface ChartCardProps {
  readonly chart: Chart;
  readonly filter: FigureFilter;
  readonly choices: { readonly measures: readonly Choice[]; readonly breakdowns: readonly Choice[] };
  readonly place: { readonly first: boolean; readonly last: boolean };
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** One chart of a board, with what can be done with it. */
export function ChartCard({
  chart,
  filter,
  choices,
  place,
  onEdit,
  onDuplicate,
  onMove,
  onRemove,
}: ChartCardProps): JSX.Element {
  const data = useChartData(chart, filter);
  const [tabled, setTabled] = useState(false);
  const card = useRef<HTMLElement>(null);
  const label = (all: readonly Choice[], value: string | null): string =>
    all.find(each => each.value === value)?.label ?? value ?? '';
  const note = [
    chart.aggregation === 'sum'
      ? label(choices.measures, chart.measure)
      : messages.chartCard.valueOf(
          aggregationTitles[chart.aggregation],
          label(choices.measures, chart.measure).toLowerCase(),
        ),
    ...(chart.kind === 'scatter' && chart.against !== null
      ? [messages.chartCard.andLabel(label(choices.measures, chart.against).toLowerCase())]
      : []),
    ...(chart.by === null ? [] : [messages.chartCard.byLabel(label(choices.breakdowns, chart.by).toLowerCase())]),
    ...(chart.and === null || chart.kind === 'scatter'
      ? []
      : [messages.chartCard.andLabel(label(choices.breakdowns, chart.and).toLowerCase())]),
  ].join(' ');
  const picture = (save: (picture: Parameters<typeof saveSvg>[0]) => unknown): void => {
    const svg = card.current?.querySelector<SVGSVGElement>('[data-chart] svg');
    if (svg === null || svg === undefined) return void toast(messages.chartCard.showTheChartFirst, { tone: 'info' });
    Promise.resolve(
      save({
        title: chart.title,
        svg,
        legend: ['heat', 'scatter'].includes(chart.kind) ? [] : legendOf(data.rows ?? []),
      }),
    ).catch(toastError);
  };
  const csv = (): void =>
    downloadCsv(
      `${chart.title}.csv`,
      [messages.chartCard.part, messages.chartCard.and, note, messages.chartCard.items],
      (data.rows ?? []).map(row => [row.label, row.and_label, row.value, row.items]),
    );
  return (
    <section ref={card} className={classes['card']} aria-label={chart.title}>
      <div className={classes['head']}>
        <h2 className={classes['title']} style={{ margin: 0 }} title={chart.title}>
          {chart.title}
        </h2>
        {chart.kind === 'table' ? undefined : (
          <Tooltip label={tabled ? messages.chartCard.showTheChart : messages.chartCard.showAsATable}>
            <ActionIcon
              aria-label={`${tabled ? messages.chartCard.showTheChart : messages.chartCard.showAsATable}: ${chart.title}`}
              aria-pressed={tabled}
              onClick={() => setTabled(!tabled)}
            >
              <Icon name={tabled ? 'chart' : 'table'} />
            </ActionIcon>
          </Tooltip>
        )}
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon aria-label={messages.chartCard.moreAboutTitle(chart.title)}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit}>
              {messages.chartCard.edit}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="duplicate" />} onClick={onDuplicate}>
              {messages.chartCard.duplicate}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="left" />} disabled={place.first} onClick={() => onMove(-1)}>
              {messages.chartCard.moveBack}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="right" />} disabled={place.last} onClick={() => onMove(1)}>
              {messages.chartCard.moveForward}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="image" />} onClick={() => picture(savePng)}>
              {messages.chartCard.saveAsPng}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="shape" />} onClick={() => picture(saveSvg)}>
              {messages.chartCard.saveAsSvg}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="table" />} disabled={(data.rows ?? []).length === 0} onClick={csv}>
              {messages.chartCard.saveAsCsv}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="trash" />} c="var(--loupe-danger)" onClick={onRemove}>
              {messages.shared.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {note.toLowerCase() === chart.title.toLowerCase() ? undefined : (
        <div className={classes['note']} title={note}>
          {note}
        </div>
      )}
      <ChartView chart={tabled ? { ...chart, kind: 'table' } : chart} data={data} measures={choices.measures} />
    </section>
  );
}
