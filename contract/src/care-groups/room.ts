import { room } from '../room.ts';

export const careGroups = room({
  pages: ['/settings/caregroup-management', '/management/care-groups'],
  failures: {
    'care_group.name_taken': { status: 400, message: 'Care Group name already exists.' },
    'care_group.name_taken_below': {
      status: 400,
      message: 'Care Group name already exists in this parent care group.',
    },
    'care_group.trial_not_configured': { status: 400, message: 'Trials should be configured before card' },
    'care_group.wrong_place': {
      status: 400,
      message:
        'A trial has no parent, a trial site belongs to a trial, and a care group has no parent or belongs to a care group.',
    },
    // OPS-28: they complete "Could not delete care group at this time as".
    'care_group.has_sub_groups': { status: 400, message: 'it has sub groups' },
    'care_group.has_participants': { status: 400, message: 'it has participants' },
    'care_group.has_shipments': { status: 400, message: 'it has shipment requests' },
    'care_group.last_administrator': {
      status: 400,
      message: 'the company would have no active administrator left who sees all of it',
    },
    'care_group.nothing_to_copy': { status: 400, message: 'This care group has no sub groups.' },
    // SEC-36: the numbers stand in the rules of care groups.
    'care_group.too_many_copied': {
      status: 400,
      message: 'One copy makes at most 500 care groups. Please copy the sub groups one after another.',
    },
    'care_group.too_many_parts_copied': {
      status: 400,
      message:
        'One copy takes along at most 2,000 documents and assessments. Please copy the sub groups one after another.',
    },
    'care_group.too_many': {
      status: 400,
      message: 'A company has at most 5,000 care groups. Please delete the ones that are no longer needed.',
    },
    'care_group.too_deep': { status: 400, message: 'Care groups can be at most 10 levels deep.' },
    // OPS-33, OPS-34: the screen knows them by "shipping" and "card".
    'trial.ships': { status: 400, message: 'This trial has active shipping requests.' },
    'trial.card_issued': { status: 400, message: 'This trial has participants who hold a card.' },
    'trial.mask_in_use': {
      status: 400,
      message:
        'This trial has participants or shipment requests with subject numbers in its present format. If the format changes, nothing can be ordered for these numbers.',
    },
    'sponsor.name_taken': { status: 400, message: 'Sponsor name already exists.' },
    // OPS-39
    'sponsor.assigned': { status: 400, message: 'You cannot delete a sponsor that is assigned to a trial.' },
    'sponsor.has_people': {
      status: 400,
      message: 'You cannot delete a sponsor that has users. Please remove its users and its invitations first.',
    },
  },
  records: {
    care_group: {
      words: 'Care group',
      key: 'care_group_id',
      pointers: ['care_group_id', 'care_groups', 'parent_id', 'site_id', 'trial_id'],
    },
    sponsor: { words: 'Sponsor', key: 'sponsor_id', pointers: ['sponsor_id'] },
  },
  actions: {
    'care_group.added': 'Added a care group',
    'care_group.brand_assigned': 'Assigned a brand to a care group',
    'care_group.changed': 'Changed a care group',
    'care_group.copied': 'Copied a care group',
    'care_group.member_added': 'Added a person to a care group',
    'care_group.member_removed': 'Removed a person from a care group',
    'care_group.member_shown': 'Changed whether patients see a person of a care group',
    'care_group.removed': 'Removed a care group',
    'site.configured': 'Configured a trial site',
    'sponsor.added': 'Added a sponsor',
    'sponsor.changed': 'Changed a sponsor',
    'sponsor.removed': 'Removed a sponsor',
    'trial.configured': 'Configured a trial',
    'trial.order_form_set': 'Set the order form of a trial',
  },
  changesRights: ['care_group.member_added', 'care_group.member_removed'],
  fields: {
    care_groups: 'Care groups',
    is_configured: 'Configured',
  },
  events: {
    'care_group.changed': { hears: ['careGroup', 'people'] },
  },
});
