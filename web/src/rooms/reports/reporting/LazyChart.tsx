import { lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';

export const LazyChart = lazyPart(() => import('./ReportChart.tsx'), 'ReportChart', <Loading label="Loading chart" />);
