// Only with the charts, which are loaded when there is something to draw.
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import classes from '../reports.module.css';

/** Room for the name of a month under its bars, in any language. */
const widthOfBar = 76;

export interface Series {
  name: string;
  label: string;
  color: string;
}

/** Bars side by side, or one on top of the other. The same numbers stand in a table beside it. */
export function ReportChart(props: {
  label: string;
  data: readonly Readonly<Record<string, string | number>>[];
  series: readonly Series[];
  stacked?: boolean;
}) {
  const { label, data, series, stacked = false } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes.sideways} role="group" aria-label={label} tabIndex={0}>
      <div
        className={classes.chart}
        style={{ '--chart-least': `${(data.length + 1) * widthOfBar}px` } as object}
        aria-hidden
      >
        <BarChart
          h="100%"
          data={data.map((one) => ({ ...one }))}
          dataKey="label"
          series={[...series]}
          type={stacked ? 'stacked' : 'default'}
          xAxisProps={{ interval: 0 }}
          yAxisProps={{ allowDecimals: false }}
          maxBarWidth={48}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: 'top', height: 40 }}
          valueFormatter={(value) => value.toLocaleString('en')}
          accessibilityLayer={false}
        />
      </div>
    </div>
  );
}
