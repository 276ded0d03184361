import type { Handlers } from '#core/api/server/index.ts';
import type { formApi } from '../common/api.ts';
import type { Forms } from './forms.ts';

export function formHandlers(forms: Forms): Handlers<typeof formApi> {
  return {
    getForm: ({ params }, context) => forms.get(context, params.project_id),
    async putForm({ params, body }, context) {
      await forms.put(context, params.project_id, body);
      return { success: true };
    },
    getTeamForm({ params }, context) {
      forms.demandTeam(context, params.team_id);
      return forms.get(context, undefined);
    },
    async putTeamForm({ params, body }, context) {
      forms.demandTeam(context, params.team_id);
      await forms.put(context, undefined, body);
      return { success: true };
    },
  };
}
