import { PageHeading, type PageHeadingProps } from "./page-heading";
import { PageMark } from "./page-mark";

/** The page's heading, with its actions in one line. */
export function PageHeader(props: PageHeadingProps) {
	return (
		<>
			<PageMark />
			<PageHeading {...props} />
		</>
	);
}
