import '#kit/later-styles.ts';
import { ReportingScreen } from '#rooms/reports/reporting/ReportingScreen.tsx';

/** `/reports?rows=&month=&status=&channel=&due=`: numbers, and the rows of the one that was pressed. */
export default function Reports() {
  return <ReportingScreen />;
}
