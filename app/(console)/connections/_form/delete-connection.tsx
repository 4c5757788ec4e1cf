import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Name } from "@/components/ui/name";
import { deleteConnectionAction } from "../_edit/connection-actions";

type DeleteConnectionProps = {
	id: string;
	name: string;
	label: string;
	/** Names in words of the applications that may use it; null where they are not all known. */
	applications: readonly string[] | null;
};

/** Deletes the connection after a confirmation that names it and states what is deleted with it. */
export function DeleteConnection({ id, name, label, applications }: DeleteConnectionProps) {
	return (
		<ConfirmedAction
			id="delete-connection"
			verb="Delete identity provider"
			title="Delete this identity provider?"
			action={deleteConnectionAction}
			sends={{ connectionId: id }}
		>
			<p>
				<Name className="font-semibold" text={label} /> (<code>{name}</code>) will be gone for good, and with it
				everybody who comes through it: these people, their sessions and their refresh tokens are deleted.
			</p>
			<p>{applicationsInWords(applications)}</p>
			<p>To let nobody in for a while, turn it off instead.</p>
		</ConfirmedAction>
	);
}

function applicationsInWords(applications: readonly string[] | null): string {
	if (applications === null) return "Which applications use it is not known.";
	return applications.length === 0
		? "No application uses it at present."
		: `${applications.join(", ")}: whoever signs in there through it can't any more.`;
}
