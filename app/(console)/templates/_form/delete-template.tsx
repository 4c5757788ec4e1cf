import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { buttonClass } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { deleteTemplateAction } from "./template-actions";

/** Deletes a template after a dialog that states what else stops working. */
export function DeleteTemplate({ id, name }: { id: string; name: string }) {
	return (
		<ConfirmedAction
			verb="Delete template"
			action={deleteTemplateAction}
			sends={{ templateId: id }}
			before={
				<a href={`/templates/${encodeURIComponent(id)}/json`} download className={buttonClass()}>
					Download it as JSON first
				</a>
			}
		>
			<p>
				<Name className="font-semibold" text={name} /> (<code>{id}</code>) will be deleted.
			</p>
			<p>Applications that start verifications with this identifier stop working.</p>
			<p>For 30 days it can be made again under “Deleted templates”; it would then get another identifier.</p>
		</ConfirmedAction>
	);
}
