import { useQuery } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { useDebounced } from '#core/ui/web/index.ts';
import { PROJECT_NAME_TAKEN, projectNameProblem } from '../common/project-name.ts';
import { ProjectsClient } from './projects-client.ts';

/** Milliseconds without typing after which the server is asked. */
const WAIT = 400;

/** Checks a project name while it is typed. `problem` is a sentence for the field; `ready` says that it can be used. */
export function useNameCheck(
  name: string,
  except?: number,
): { readonly problem: string | undefined; readonly ready: boolean } {
  const client = useService(ProjectsClient);
  const settled = useDebounced(name.trim(), WAIT);
  const reason = projectNameProblem(name);
  const check = useQuery({
    queryKey: ['projects', 'name', settled, except],
    queryFn: ({ signal }) =>
      client.projects.projectNameExists({
        query: { name: settled, ...(except === undefined ? {} : { except }) },
        signal,
      }),
    enabled: projectNameProblem(settled) === undefined,
    gcTime: 0,
  });
  if (reason !== undefined) return { problem: name === '' ? undefined : sentence(reason), ready: false };
  if (check.data?.exists === true && settled === name.trim()) return { problem: PROJECT_NAME_TAKEN, ready: false };
  return { problem: undefined, ready: settled === name.trim() && check.data !== undefined };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
