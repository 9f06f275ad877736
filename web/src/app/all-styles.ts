// Once somebody is signed in, every component may be met: all styles, so that no page has to think of them.
// They lie in layers, which our own modules always win against, whatever is loaded first.
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import 'mantine-datatable/styles.layer.css';
