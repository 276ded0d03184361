import { useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import type { EntityPair, FieldValue } from '../common/template.ts';
import { CustomFieldsClient } from './custom-fields-client.ts';

/** Saves a value and shows it everywhere. */
export function useFieldSaving(
  pair: EntityPair,
): (entityId: number, templateId: number, value: FieldValue | undefined) => Promise<void> {
  const calls = useService(CustomFieldsClient);
  const queries = useQueryClient();
  return async (entityId, templateId, value) => {
    await calls.put(pair, entityId, templateId, value).catch(toastError);
    for (const queryKey of [['customFields', 'values'], teamKeys.memberColumns])
      await queries.invalidateQueries({ queryKey });
  };
}
