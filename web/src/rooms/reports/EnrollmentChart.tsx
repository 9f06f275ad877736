// Only with the chart, which is loaded when there is something to draw.
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { EnrollmentMonth } from './months.ts';
import classes from './reports.module.css';

/** Room for the name of a month under its bar. */
const widthOfMonth = 64;

/** DSH-08: a bar for each month. The same numbers stand in a table for whoever does not see it. */
export function EnrollmentChart({ months }: { months: readonly EnrollmentMonth[] }) {
  const box = `${classes.sideways} ${classes.newestFirst}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={box} role="group" aria-label="Enrollment chart" tabIndex={0}>
      <div
        className={classes.chart}
        style={{ '--chart-least': `${(months.length + 1) * widthOfMonth}px` } as object}
        aria-hidden
      >
        <BarChart
          h="100%"
          data={[...months]}
          dataKey="label"
          series={[{ name: 'enrollments', label: 'Enrollments', color: 'brand.6' }]}
          xAxisProps={{ interval: 0 }}
          yAxisProps={{ allowDecimals: false }}
          maxBarWidth={48}
          withBarValueLabel
          valueFormatter={(value) => value.toLocaleString('en')}
          // Room for the number above the highest bar.
          barChartProps={{ margin: { top: 24 } }}
          accessibilityLayer={false}
        />
      </div>
    </div>
  );
}
