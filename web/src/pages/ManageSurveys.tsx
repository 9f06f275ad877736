import { AssessmentsScreen } from '#rooms/clinic/AssessmentsScreen.tsx';

/** `/manage-surveys` */
export default function ManageSurveys() {
  return <AssessmentsScreen />;
}
