import { Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { Section } from '#kit/Section.tsx';
import { LazyChart } from './LazyChart.tsx';

/** RPG-02, OPC-98: sample numbers, which nobody has counted. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const texts = [120, 135, 128, 150, 162, 158, 171, 180, 176, 190, 204, 198];
const emails = [90, 96, 104, 101, 118, 122, 119, 131, 140, 138, 149, 155];
const notifications = [60, 64, 71, 69, 80, 84, 88, 86, 95, 99, 104, 110];
const outreach = months.map((label, n) => ({
  label,
  texts: texts[n] as number,
  emails: emails[n] as number,
  notifications: notifications[n] as number,
}));
const outreachSeries = [
  { name: 'texts', label: 'Texts', color: 'brand.6' },
  { name: 'emails', label: 'Emails', color: 'orange.6' },
  { name: 'notifications', label: 'Notifications', color: 'grape.6' },
];
const assessments = [
  { label: 'Q1', assessments: 210 },
  { label: 'Q2', assessments: 248 },
  { label: 'Q3', assessments: 263 },
  { label: 'Q4', assessments: 291 },
];
const assessmentSeries = [{ name: 'assessments', label: 'Assessments', color: 'brand.6' }];

/** Without a call. They say of themselves that nobody counted them. */
export function SampleCharts() {
  return (
    <Section title="Samples" hint="made-up numbers, not those of your company">
      <Stack gap="lg" p="md">
        <Sample title="Patient Outreach" head="Month" data={outreach} series={outreachSeries} />
        <Sample title="Assessments by quarter" head="Quarter" data={assessments} series={assessmentSeries} />
      </Stack>
    </Section>
  );
}

function Sample(props: {
  title: string;
  head: string;
  data: readonly Readonly<Record<string, string | number>>[];
  series: typeof outreachSeries;
}) {
  const { title, head, data, series } = props;
  return (
    <section>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="gray.7">
        Sample data
      </Text>
      <LazyChart label={`${title} chart`} data={data} series={series} />
      <VisuallyHidden>
        <Table>
          <caption>{title}, sample data</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {series.map(({ name, label }) => (
                <th scope="col" key={name}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row['label']}>
                <th scope="row">{row['label']}</th>
                {series.map(({ name }) => (
                  <td key={name}>{row[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </section>
  );
}
