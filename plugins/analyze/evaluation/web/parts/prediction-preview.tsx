import { Stack, Table, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Findings } from '#plugins/exchange/exchange/web/kit/index.ts';
import type { PredictionReport } from '../../common/prediction-shapes.ts';
import classes from '../evaluation.module.css';
import { messages } from '../messages.ts';
import { ScrolledTable } from './scrolled-table.tsx';

const IDS = {
  names: messages.importDialog.byNames,
  items: messages.importDialog.byItems,
  file: messages.importDialog.byFile,
} as const;

/** The contents of a file of predictions, and how much of it fits the project. */
export function PredictionPreview({ report }: { readonly report: PredictionReport }): JSX.Element {
  const lines = [
    messages.importDialog.matched(report.matched, report.documents),
    ...(report.missing > 0 ? [messages.importDialog.missing(report.missing)] : []),
    ...(report.unreadable > 0 ? [messages.importDialog.unreadable(report.unreadable)] : []),
    ...(report.others > 0 ? [messages.importDialog.others(report.others)] : []),
    ...(report.image_ids === null ? [] : [IDS[report.image_ids]]),
  ];
  return (
    <Stack gap="sm">
      <div>
        {lines.map((line, at) => (
          <Text key={line} size="sm" fw={at === 0 ? 500 : 400} {...(at === 0 ? {} : { c: 'var(--loupe-muted)' })}>
            {line}
          </Text>
        ))}
      </div>
      {report.classes.length === 0 ? undefined : (
        <ScrolledTable
          label={messages.importDialog.tableOfClasses}
          columns={[{ title: messages.shared.class }, { title: messages.shared.objects, number: true }]}
          dense
        >
          {report.classes.map(each => (
            <Table.Tr key={each.name}>
              <Table.Td>
                {each.name === '' ? messages.shared.noClass : each.name}
                {each.known ? undefined : (
                  <Text span size="xs" c="var(--loupe-muted)" ml={8}>
                    {messages.importDialog.unknownClass}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={classes['number']}>{each.objects.toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </ScrolledTable>
      )}
      <Findings title={messages.importDialog.findings} list={report.findings} count={report.findingCount} />
    </Stack>
  );
}
