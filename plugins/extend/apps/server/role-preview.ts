import { inject, injectable } from 'inversify';
import { forbidden, invalidField } from '#core/base/common/index.ts';
import type { RequestContext, Scope } from '#core/api/server/index.ts';
import type { ProjectMembership } from '#core/permissions/common/index.ts';
import { teamActions } from '#core/permissions/common/index.ts';
import { membershipOf } from '#core/kernel/server/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { PreviewRole } from '../common/as-role.ts';
import { actionsAs, actionsIn, previewRole, ROLE_HEADER, membershipAs } from '../common/as-role.ts';

/**
 * Calls of an app that is tried as another role: what the person may do less what the role may not. Projects are seen
 * as the person sees them, items as the role does.
 */
@injectable()
export class RolePreview {
  readonly #roles = new WeakMap<RequestContext, PreviewRole>();
  /** Actions of the person in projects, by their ids. */
  readonly #own = new WeakMap<RequestContext, Map<number, ReadonlySet<string>>>();

  constructor(@inject(Projects) private readonly projects: Projects) {}

  /**
   * Takes away from a call what the role may not do; before anything is asked of the gate, which remembers its answers.
   * @throws Fault INVALID_FIELD, FORBIDDEN for who manages no apps
   */
  begin(context: RequestContext, header: string | readonly string[]): void {
    const role = previewRole(Number(header));
    if (role === undefined)
      throw invalidField(ROLE_HEADER, 'must be the number of a role: 1, 2, 3 or that of a role of the team, 7 or 12');
    const { team } = context;
    if (!teamActions(membershipOf(team)).includes('ManageCustomApps')) throw forbidden('ManageCustomApps');
    this.#roles.set(context, role);
    this.#own.set(context, new Map());
  }

  /** Returns whether the call is made as another role. */
  isOn(context: RequestContext): boolean {
    return this.#roles.has(context);
  }

  /** Tap of the membership in a project, before others add to it what the role brings with it. */
  membership(context: RequestContext, own: ProjectMembership, projectId: number): ProjectMembership | undefined {
    const role = this.#roles.get(context);
    if (role === undefined) return undefined;
    this.#own.get(context)!.set(projectId, new Set(actionsIn(own)));
    return membershipAs(own, role);
  }

  /** Tap of the gate, after all others: leaves of the person's actions those of the role. */
  async narrow(
    context: RequestContext,
    actions: ReadonlySet<string>,
    { projectId }: Scope,
  ): Promise<ReadonlySet<string> | undefined> {
    const role = this.#roles.get(context);
    if (role === undefined) return undefined;
    const { team } = context;
    const membership = projectId === undefined ? undefined : await this.projects.membership(context, projectId);
    const ofRole = actionsAs(role, team.features, membership);
    const ofPerson = new Set<string>([
      ...teamActions(membershipOf(team)),
      ...(projectId === undefined ? [] : (this.#own.get(context)!.get(projectId) ?? [])),
    ]);
    return new Set([...actions].filter(each => ofRole.has(each) && ofPerson.has(each)));
  }
}
