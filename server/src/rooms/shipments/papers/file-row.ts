import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '#platform/database/db.ts';
import { sponsorOf } from '../queries.ts';

/** Some requests as files tell of them (OPS-13). */
export const toldInFiles = (requests: SelectQueryBuilder<Schema, 'shipment_request', object>) =>
  requests
    .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'shipment_request.trial_id')
    .innerJoin('partner', 'partner.partner_id', 'shipment_request.partner_id')
    .leftJoin('sponsor', (join) => join.on('sponsor.sponsor_id', '=', sponsorOf))
    .select([
      'shipment_request.request_id as srId',
      'trial.display_name as trial',
      'site.display_name as site',
      'trial.name as protocolNumber',
      'sponsor.name as sponsor',
      'shipment_request.shipment_type as shipmentType',
      'partner.name as partner',
      'shipment_request.status',
      sql<string>`(shipment_request.created_at at time zone 'UTC')::date`.as('dateRequested'),
    ])
    .select([
      'shipment_request.required_on as dateRequired',
      'shipment_request.shipped_on as dateShipped',
      'shipment_request.received_on as dateReceived',
    ])
    .$narrowType<{ status: ShipmentStatus; shipmentType: PartnerKind }>();
