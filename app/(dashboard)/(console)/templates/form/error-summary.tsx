import { Alert } from "@/components/ui/alert";

/** Fields in the order of the form, with the element that a link leads to. */
const targets: Record<string, string> = {
	name: "name",
	type: "type",
	certificateAuthority: "certificateAuthority",
	attributes: "attribute-birth_date",
};

/** What stops the form, each message a link to its field. */
export function ErrorSummary({ errors }: { errors: Partial<Record<string, string>> }) {
	const found = Object.entries(targets).filter(([field]) => errors[field]);
	if (found.length === 0) return null;
	return (
		<Alert tone="error" title="This can't be sent yet">
			<ul className="list-disc pl-5">
				{found.map(([field, target]) => (
					<li key={field}>
						<a href={`#${target}`} className="underline">
							{errors[field]}
						</a>
					</li>
				))}
			</ul>
		</Alert>
	);
}
