import { Alert } from "@/components/ui/alert";

/** What stops a form, each message a link to the element that it is about. */
export function ErrorList({ found }: { found: readonly (readonly [target: string, message: string])[] }) {
	if (found.length === 0) return null;
	return (
		<Alert tone="error" title="This can't be sent yet">
			<ul className="list-disc pl-5">
				{found.map(([target, message]) => (
					<li key={target}>
						<a href={`#${target}`} className="inline-block py-0.5 align-top underline">
							{message}
						</a>
					</li>
				))}
			</ul>
		</Alert>
	);
}
