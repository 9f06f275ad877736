import { daysLateOf } from '@portal/contract/shipments/rules.ts';
import { today } from '#kit/today.ts';
import type { Row } from '../sides.ts';

export const rowDaysLate = (row: Pick<Row, 'status' | 'dateRequired'>): number | null => daysLateOf(row, today());
export const isLate = (row: Pick<Row, 'status' | 'dateRequired'>): boolean => (rowDaysLate(row) ?? 0) > 0;
