import { followingStored } from '../../lib/following-stored.ts'
import { Form } from '../../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm } from 'react-hook-form'
import { contract, type RequestOf } from '../../../shared/contract/index.ts'
import { Role, type User } from '../../../shared/accounts/user.schema.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Select } from '../../components/select.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { useUpdateUser } from './users-query.ts'

type Update = RequestOf<'updateUser'>

const roles = Role.options.map((role) => ({ value: role, label: role === 'ADMIN' ? 'Admin' : 'User' }))

export const EditUserForm = ({
  user,
  onDone,
}: {
  readonly user: User
  readonly onDone: (userId: string) => void
}) => {
  const { id, firstName, lastName, email, role } = user
  const form = useForm<Update>({
    resolver: standardSchemaResolver(contract.updateUser.request),
    ...followingStored({ id, firstName, lastName, email, role }),
  })
  const update = useUpdateUser(onDone)
  return (
    <Form form={form} onSend={update.mutate}>
      <fieldset disabled={update.isPending} className="grid min-w-0 gap-4 sm:grid-cols-2">
        <FormField<Update> name="firstName" label="First name" />
        <FormField<Update> name="lastName" label="Last name" />
        <FormField<Update> name="email" label="Email" type="email" className="sm:col-span-2" />
        <Controller
          name="role"
          control={form.control}
          render={({ field }) => (
            <Select
              label="Role"
              className="sm:col-span-2"
              value={field.value}
              onChange={field.onChange}
              options={roles}
            />
          )}
        />
        <div className="flex justify-end gap-2 sm:col-span-2">
          <Button kind="quiet" onClick={() => onDone(id)}>
            Cancel
          </Button>
          <SubmitButton className="h-9" busy={update.isPending}>
            Save
          </SubmitButton>
        </div>
      </fieldset>
    </Form>
  )
}
