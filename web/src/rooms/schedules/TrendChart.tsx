// Only with the chart, which is loaded when there is something to draw.
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { asClinicTime } from '#kit/clinic-time.ts';
import classes from './schedules.module.css';
import { shownNumber } from './words.ts';

const widthOfPoint = 44;
const dayOf = (at: number): string => asClinicTime(new Date(at)).split(',')[0] ?? '';

/** A line through the numbers, oldest first. The same numbers stand in the table below it. */
export function TrendChart(props: {
  label: string;
  /** What the numbers are: said of each that is pointed at. */
  name: string;
  points: readonly { at: Date; value: number }[];
}) {
  const { label, name, points } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes.sideways} role="group" aria-label={label} tabIndex={0}>
      <div
        className={classes.chart}
        style={{ '--chart-least': `${(points.length + 1) * widthOfPoint}px` } as object}
        aria-hidden
      >
        <LineChart
          h="100%"
          data={points.map(({ at, value }) => ({ at: at.getTime(), value }))}
          dataKey="at"
          // As far from each other as their moments are: how steep a line is says how fast it went.
          xAxisProps={{
            type: 'number',
            scale: 'time',
            domain: ['dataMin', 'dataMax'],
            ticks: points.map(({ at }) => at.getTime()),
            tickFormatter: dayOf,
            padding: { left: widthOfPoint / 2, right: widthOfPoint / 2 },
          }}
          tooltipProps={{ labelFormatter: (at) => dayOf(Number(at)) }}
          series={[{ name: 'value', label: name, color: 'brand.6' }]}
          curveType="linear"
          // From the lowest to the highest, not from zero: two kilograms more within a week must be seen.
          yAxisProps={{ domain: ['auto', 'auto'] }}
          valueFormatter={shownNumber}
          lineChartProps={{ margin: { top: 16, right: 24 } }}
          accessibilityLayer={false}
        />
      </div>
    </div>
  );
}
