/** A care group while it is typed in, and what becomes of it (CGP-16, CGP-24). */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import {
  groupLabels,
  type GroupType,
  longestDescription,
  longestGroupName,
  typesBelow,
} from '@portal/contract/care-groups/rules.ts';
import type { DraftFields } from '#kit/rebase.ts';
import { tooLong } from '#kit/too-long.ts';

export interface Draft {
  groupName: string;
  displayName: string;
  description: string;
  /** `top` stands alone; null while nothing is chosen. */
  parent: string | null;
  type: GroupType | null;
}

export const emptyDraft: Draft = { groupName: '', displayName: '', description: '', parent: null, type: null };
export const draftOf = (group: CareGroup): Draft => ({
  groupName: group.groupName,
  displayName: group.displayName,
  description: group.description,
  parent: group.parentId === null ? 'top' : String(group.parentId),
  type: group.type,
});

/** What of a group is edited, and told where someone else has changed it; where it stands and what it is stays. */
export const nameFields: DraftFields<Draft> = {
  labels: {
    groupName: 'Name',
    displayName: 'Display Name',
    description: 'Description',
    parent: 'Parent',
    type: 'Type',
  },
  shown: (draft, field) => draft[field] ?? '',
};

export const typeWords: Record<GroupType, CareGroup['groupType']> = groupLabels;

/** CGP-21. */
export const isDescribed = ({ groupName, displayName, description }: Draft): boolean =>
  groupName.trim() !== '' &&
  description.trim() !== '' &&
  ![groupName, displayName].some((name) => tooLong(name, longestGroupName)) &&
  !tooLong(description, longestDescription);
/** CGP-17. */
export const isComplete = (draft: Draft): boolean => isDescribed(draft) && draft.parent !== null && draft.type !== null;
export const sameDraft = (one: Draft, other: Draft): boolean =>
  (Object.keys(emptyDraft) as (keyof Draft)[]).every((field) => one[field] === other[field]);

/** The types that may be made there by a company with these modules; undefined while no place is chosen. */
export function typesAt(parent: CareGroup | null | undefined, isOfTrials: boolean): readonly GroupType[] {
  if (parent === undefined) return isOfTrials ? ['clinicalTrial', 'trialSite'] : ['careGroup'];
  return typesBelow(parent?.type ?? null).filter((type) => type === 'careGroup' || isOfTrials);
}

const texts = ({ groupName, displayName, description }: Draft) => ({
  groupName: groupName.trim(),
  displayName: displayName.trim() || groupName.trim(),
  description: description.trim(),
});

/** CGP-16, ROL-37: a new group has the number 0, and the contact and company of who makes it. */
export const newGroup = (draft: Draft, viewer: { cpId: number; companyId: number }) => {
  const type = draft.type as GroupType;
  return {
    gId: 0 as const,
    parentId: draft.parent === 'top' ? null : Number(draft.parent),
    ...texts(draft),
    type,
    groupType: typeWords[type],
    primaryContact: viewer.cpId,
    companyId: viewer.companyId,
  };
};

/** CGP-24: the group with its number as `g_id`. */
export const changedGroup = (draft: Draft, { gId, parentId, type, groupType, companyId, version }: CareGroup) => ({
  g_id: gId,
  gId,
  parentId,
  ...texts(draft),
  type,
  groupType,
  companyId,
  version,
});
