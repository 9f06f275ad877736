/** The styles of components that no first page shows; whoever uses one imports this (the budget of the first page). */
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Slider.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
