import { useField } from "@/app/_editor/editor-context";
import { linesOf } from "@/app/_editor/kinds/lines";
import { PageLink } from "@/components/layout/links";
import { singleSignOnEditor } from "../edit/single-sign-on-editor";

/** Where answers may go: set on the application's page, but metadata may fill one in. */
export function CallbackList({ id }: { id: string }) {
	const { name, label, value, fault } = useField(singleSignOnEditor, "callbacks");
	const callbacks = linesOf(value);
	return (
		<fieldset
			id={name}
			tabIndex={-1}
			className="grid gap-1.5 text-sm"
			aria-describedby={`${name}-help${fault ? ` ${name}-error` : ""}`}
		>
			<legend className="mb-1.5 font-medium">{label}</legend>
			<input type="hidden" name={name} value={value} />
			{callbacks.length === 0 ? (
				<p className="text-warning">None yet: nobody can be sent to the application.</p>
			) : (
				<ul className="grid gap-1">
					{callbacks.map((address, index) => (
						<li key={address}>
							<code className="text-xs">{address}</code>
							{index === 0 && callbacks.length > 1 ? (
								<span className="text-xs text-muted"> (the usual one)</span>
							) : null}
						</li>
					))}
				</ul>
			)}
			<p id={`${name}-help`} className="text-xs text-muted">
				Answers go to one of these and nowhere else. They are set on{" "}
				<PageLink href={`/applications/${encodeURIComponent(id)}`} className="text-accent underline">
					the application's page
				</PageLink>
				.
			</p>
			{fault ? (
				<p id={`${name}-error`} className="text-sm font-medium text-danger">
					{fault}
				</p>
			) : null}
		</fieldset>
	);
}
