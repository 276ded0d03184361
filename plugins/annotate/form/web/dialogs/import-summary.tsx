import { Alert, List, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { ImportedForm } from '../../common/import-form.ts';
import { messages } from '../messages.ts';

/** Lines that are shown at most. */
const MOST = 6;

/** Summarizes the form in a chosen file, with warnings. */
export function ImportSummary({
  imported: { components, renewed, unknownTypes, problems, unported },
}: {
  readonly imported: ImportedForm;
}): JSX.Element {
  return (
    <Stack gap="xs">
      <Text role="status">
        {components} {components === 1 ? messages.importSummary.component : messages.importSummary.components}.
        {renewed === 0 ? '' : messages.importSummary.ofThemMissingOrThere(renewed)}
      </Text>
      {unknownTypes.length === 0 ? undefined : (
        <Alert color="yellow" p="xs" title={messages.importSummary.unknownTypesAreKept}>
          {unknownTypes.join(', ')}
        </Alert>
      )}
      {problems.length === 0 ? undefined : (
        <Alert color="yellow" p="xs" title={messages.importSummary.fixBeforePublishing}>
          <List size="sm">
            {problems.slice(0, MOST).map((each, at) => (
              <List.Item key={at}>{each.message}</List.Item>
            ))}
            {problems.length > MOST ? (
              <List.Item>{messages.shared.andCountMore(problems.length - MOST)}</List.Item>
            ) : undefined}
          </List>
        </Alert>
      )}
      {unported.length === 0 ? undefined : (
        <Alert color="blue" p="xs" title={messages.importSummary.pythonIsKept}>
          {messages.importSummary.wouldHaveToBeWritten(
            unported.length === 1
              ? messages.importSummary.oneHandler
              : messages.importSummary.countHandlers(unported.length),
            unported
              .slice(0, MOST)
              .map(each => each.name)
              .join(', '),
            unported.length > MOST ? ', …' : '',
          )}
        </Alert>
      )}
    </Stack>
  );
}
